#!/usr/bin/env python3
"""Shows alerts on the terminal, whatever the program's own streams are; the choice is typed. Standard library only."""
import json, os, re, select, signal, sys

UNSAFE = "[^\n\t -~\xa1-\u200d\u2010-\u2027\u2030-\u205f\u2070-\ufefe\uff00-\ufff8\U00010000-\U000dffff]"  # it could steer the terminal
unread = b""  # a buffer of our own, because `select` sees none

def say(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def hear():
    global unread
    while b"\n" not in unread: unread += os.read(0, 1 << 16) or sys.exit()  # its end: the app has gone
    line, unread = unread.split(b"\n", 1)
    return json.loads(line)

def draw(content, tty):
    rows = ["", content["title"], *filter(None, [content.get("message")])]
    rows += [f"  {n}) {action['title']}" for n, action in enumerate(content.get("actions", []), 1)]
    tty.write(re.sub(UNSAFE, "\ufffd", "\n".join(rows)).encode() + (b"\nYour choice: " if "actions" in content else b"\n"))
    return content.get("actions")

def show(alert, tty, typed):
    while select.select([interrupts], [], [], 0)[0]: os.read(interrupts, 1 << 10)  # of the alert before
    os.tcsetpgrp(tty.fileno(), os.getpgrp())  # only the foreground may read from a terminal
    actions = draw(alert["content"], tty)
    say(method="appeared", params={"id": alert["id"]})
    while actions:
        ready = [0] if b"\n" in unread else select.select([0, typed, interrupts], [], [])[0]
        if interrupts in ready: return {"response": "dismissed"}
        if 0 in ready:
            message = hear()
            if message["method"] == "update": actions = draw(message["params"]["content"], tty)
            if message["method"] == "withdraw": tty.write(b"(withdrawn)\n"); return {"response": "withdrawn"}
        elif not (line := typed.read(1 << 12)): return {"response": "dismissed"}  # Control-D
        elif re.fullmatch(rb"\d{1,4}\n", line) and 1 <= int(line) <= len(actions):
            return {"response": "chose", "action": actions[int(line) - 1]["id"]}
        else: tty.write(b"A number, please: ")
    return {"response": "delivered"}

def opener(path, flags): return os.open(path, flags | os.O_NONBLOCK)  # Control-C may take back what was there to read

interrupts, wake = os.pipe()  # for Control-C, which as an exception could come between a message and its newline
os.set_blocking(wake, False)
signal.set_wakeup_fd(wake)
signal.signal(signal.SIGINT, lambda *_: None)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # so that `tcsetpgrp` may be called from the background
while (message := hear())["method"] != "exit":
    if message["method"] == "initialize": say(id=message["id"], result={"name": "python-tty", "capabilities": ["actions", "updates"]})
    if message["method"] == "present":
        try:
            with open("/dev/tty", "r+b", 0) as tty, open("/dev/tty", "rb", 0, opener=opener) as typed:
                foreground = os.tcgetpgrp(tty.fileno())
                result = show(message["params"], tty, typed)
                os.tcsetpgrp(tty.fileno(), foreground)
            say(id=message["id"], result=result)
        except OSError as error:
            say(id=message["id"], error={"code": 1, "message": str(error), "data": {"kind": "unsupported"}})
