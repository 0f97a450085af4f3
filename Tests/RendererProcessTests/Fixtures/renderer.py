#!/usr/bin/env python3
"""A renderer that behaves as its first argument says; for tests."""
import json
import os
import signal
import subprocess
import sys
import time

behaviour = sys.argv[1] if len(sys.argv) > 1 else "choose"
capabilities = {"notices": [], "renew": ["actions", "fields"]}.get(behaviour, ["actions", "fields", "updates", "progress"])


def put(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def say(**message):
    put(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def answer(request, response, **more):
    say(id=request, result={"response": response, **more})


def record(text):
    """For the test: which programs there were, and what they were told."""
    if "RECORD" in os.environ:
        with open(os.environ["RECORD"], "a") as file:
            file.write(text + "\n")


def present(request, params):
    content = params["content"]
    actions = [action["id"] for action in content.get("actions", [])]
    if behaviour == "silent-start":
        return
    if behaviour == "never-appears":
        return
    say(method="appeared", params={"id": params["id"]})
    if behaviour == "crash":
        sys.stderr.write("Traceback: it \x1b[31mbroke\n")
        sys.stderr.flush()
        os._exit(3)
    elif behaviour == "crash-once":
        mark = os.environ["MARK"]
        if not os.path.exists(mark):
            open(mark, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        answer(request, "chose", action=actions[0])
    elif behaviour == "take-terminal":
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(os.open("/dev/tty", os.O_RDWR), os.getpgrp())
        os._exit(3)
    elif behaviour == "close-output":
        os.close(1)
        time.sleep(60)
    elif behaviour == "close-input":
        os.close(0)
        time.sleep(60)
    elif behaviour == "bad-json":
        put("Hello, I am a log line with a password: hunter2\n")
    elif behaviour == "bad-utf8":
        sys.stdout.buffer.write(b'{"jsonrpc":"2.0","method":"\xff"}\n')
        sys.stdout.flush()
    elif behaviour == "long-line":
        put("x" * (1 << 21))
    elif behaviour == "wrong-id":
        answer(4711, "dismissed")
    elif behaviour == "twice":
        put("".join(json.dumps({"jsonrpc": "2.0", "id": request, "result": {"response": "chose", "action": actions[0]}}) + "\n" for _ in range(2)))
    elif behaviour == "no-such-action":
        answer(request, "chose", action="explode")
    elif behaviour == "delivered":
        answer(request, "delivered")
    elif behaviour == "flood":
        while True:
            say(method="appeared", params={"id": params["id"]})
    elif behaviour == "flood-errors":
        for number in range(20000):
            sys.stderr.write("noise %d\n" % number)
        answer(request, "chose", action=actions[0])
    elif behaviour == "drown-in-errors":
        # More lines than are passed on in a second; then few, since each costs time, but two and a half times the bytes that are read in one.
        sys.stderr.buffer.write(b"noise\n" * 200 + (b"x" * 60_000 + b"\n") * 42)
        sys.stderr.flush()
        answer(request, "chose", action=actions[0])
    elif behaviour == "child":
        # A grandchild that holds the pipes.
        print(subprocess.Popen(["sleep", "600"]).pid, file=open(os.environ["MARK"], "w"))
        os._exit(0)
    elif behaviour == "daemon":
        print(subprocess.Popen(["sleep", "600"], start_new_session=True).pid, file=open(os.environ["MARK"], "w"))
        os._exit(0)
    elif behaviour == "unavailable":
        say(id=request, error={"code": -32000, "message": "no ink", "data": {"kind": "unavailable", "retryAfter": 1.5}})
    elif behaviour == "values":
        answer(request, "chose", action=actions[0], values={"password": "hunter2"})
    elif behaviour in ("choose", "notices"):
        answer(request, "chose" if actions else "delivered", action=actions[0] if actions else None)
    # "wait" and the rest: until told otherwise


record("start %d" % os.getpid())
if behaviour == "dies-at-start":
    sys.stderr.write("no module named apprise\n")
    sys.exit(1)
if behaviour in ("stubborn", "deaf-stubborn"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if behaviour == "reads-nothing":
    put('{"jsonrpc":"2.0","id":1,"result":{"name":"lazy","capabilities":["actions"]}}\n')
    time.sleep(600)

for line in sys.stdin:
    message = json.loads(line)
    method, params = message["method"], message.get("params")
    record(method)
    if method == "initialize":
        if behaviour == "silent-start":
            continue
        if behaviour == "refuses":
            say(id=message["id"], error={"code": -32000, "message": "no phone \x1b]0;x\x07here", "data": {"kind": "unsupported"}})
            continue
        say(id=message["id"], result={"name": "fake", "capabilities": capabilities})
    elif method == "present":
        request = message["id"]
        present(request, params)
    elif method == "update":
        record("updated to " + params["content"]["title"])
        if params["content"]["title"] == "last":
            answer(request, "dismissed")
    elif method == "withdraw":
        if behaviour in ("deaf", "deaf-stubborn"):
            continue
        answer(request, "withdrawn")
    elif method == "exit":
        if behaviour == "stubborn":
            time.sleep(600)
        break
record("end")
