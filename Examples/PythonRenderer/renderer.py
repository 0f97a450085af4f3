#!/usr/bin/env python3
"""Shows alerts on the terminal, whatever the program's own streams are; the choice is typed. Standard library only."""
import json, os, re, select, signal, sys

def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def safe(text):  # text of an alert must not steer the terminal
    return re.sub(r"[^\n\t -~\xa1-\u200d\u2010-\u2027\u2030-\u205f\u2070-\ufefe\uff00-\ufff8\U00010000-\U000dffff]", "\ufffd", text)

def show(alert, tty):
    content, actions = alert["content"], alert["content"].get("actions", [])
    rows = [content["title"], *filter(None, [content.get("message")])]
    rows += [f"  {n}) {action['title']}" for n, action in enumerate(actions, 1)]
    tty.write(safe("\n" + "\n".join(rows) + "\n" + ("Your choice: " if actions else "")).encode())
    return actions

unread = b""  # a buffer of our own, because `select` sees none

def next_line():
    global unread
    while b"\n" not in unread:
        more = os.read(0, 1 << 16)
        if not more: sys.exit(0)  # the app has gone
        unread += more
    line, unread = unread.split(b"\n", 1)
    return json.loads(line)

signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # so that the next call but one may be made from the background
for message in iter(next_line, None):
    method, alert = message["method"], message.get("params", {})
    if method == "initialize":
        say(id=message["id"], result={"name": "python-tty", "capabilities": ["actions", "updates"]})
    elif method == "exit": break
    elif method == "present":
        try: tty = open("/dev/tty", "r+b", buffering=0)
        except OSError as error:
            say(id=message["id"], error={"code": 1, "message": str(error), "data": {"kind": "unsupported"}}); continue
        foreground, answer = os.tcgetpgrp(tty.fileno()), None
        os.tcsetpgrp(tty.fileno(), os.getpgrp())  # only the foreground may read from a terminal
        actions = show(alert, tty)
        say(method="appeared", params={"id": alert["id"]})
        while not answer:
            if not actions: answer = {"response": "delivered"}; break
            try: ready = [0] if b"\n" in unread else select.select([0, tty], [], [])[0]
            except KeyboardInterrupt: answer = {"response": "dismissed"}; break
            if 0 in ready:
                news = next_line()
                if news["method"] == "update": actions = show(news["params"], tty)
                if news["method"] == "withdraw": tty.write(b"(withdrawn)\n"); answer = {"response": "withdrawn"}
            elif line := tty.readline():
                number = int(line) if line.strip().isdigit() else 0
                if 1 <= number <= len(actions): answer = {"response": "chose", "action": actions[number - 1]["id"]}
                else: tty.write(b"A number, please: ")
            else: answer = {"response": "dismissed"}  # Control-D
        os.tcsetpgrp(tty.fileno(), foreground)
        tty.close()
        say(id=message["id"], result=answer)
