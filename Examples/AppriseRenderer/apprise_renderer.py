#!/usr/bin/env python3
"""Delivers alerts to the services whose Apprise URLs are its arguments. What asks something it cannot show: nobody could answer."""
import json
import logging
import sys

import apprise

TYPES = {
    "info": apprise.NotifyType.INFO, "success": apprise.NotifyType.SUCCESS,
    "warning": apprise.NotifyType.WARNING, "error": apprise.NotifyType.FAILURE,
}


def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def fail(request, kind, reason):
    say(id=request, error={"code": -32000, "message": reason, "data": {"kind": kind}})


def initialize(request, services, urls):
    if not urls:
        fail(request, "unsupported", "no Apprise URL was given, such as mqtt://host/topic")
    elif len(services) < len(urls):
        # Which one stays unsaid: such a URL holds tokens and passwords.
        fail(request, "unsupported", f"{len(urls) - len(services)} of {len(urls)} Apprise URLs were not understood")
    else:
        say(id=request, result={"name": "apprise", "capabilities": []})


def present(request, content, services):
    # A service may lack a title, and Apprise then puts it before the body; a body there must be.
    title, body = content["title"], content.get("message", "")
    if services.notify(title=title if body else "", body=body or title or "(no text)", notify_type=TYPES[content["severity"]]):
        say(id=request, result={"response": "delivered"})
    else:
        fail(request, "unavailable", "not every service took the message")


def main(urls):
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR, format="%(message)s")
    services = apprise.Apprise()
    for url in urls:
        services.add(url)
    for line in sys.stdin:
        message = json.loads(line)
        if message["method"] == "initialize":
            initialize(message["id"], services, urls)
        elif message["method"] == "present":
            present(message["id"], message["params"]["content"], services)
        elif message["method"] == "exit":
            break


main(sys.argv[1:])
