#!/usr/bin/env python3
"""Delivers alerts to the services whose Apprise URLs are its arguments. What asks something it cannot show: nobody could answer."""
import json
import logging
import sys

TYPES = {"info": "info", "success": "success", "warning": "warning", "error": "failure"}  # a severity's name with Apprise


def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def fail(request, kind, reason):
    say(id=request, error={"code": -32000, "message": reason, "data": {"kind": kind}})


def load(urls):
    import apprise  # takes a second, on a busy machine longer than a program may take to answer `initialize`

    services = apprise.Apprise()
    for url in urls:
        services.add(url)
    return services


def present(request, content, services, urls):
    if len(services) < len(urls):
        # Which one stays unsaid: such a URL holds tokens and passwords.
        return fail(request, "unsupported", f"{len(urls) - len(services)} of {len(urls)} Apprise URLs were not understood")
    # A service may lack a title, and Apprise then puts it before the body; a body there must be.
    title, body = content["title"], content.get("message", "")
    if services.notify(title=title if body else "", body=body or title or "(no text)", notify_type=TYPES[content["severity"]]):
        say(id=request, result={"response": "delivered"})
    else:
        fail(request, "unavailable", "not every service took the message")


def main(urls):
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR, format="%(message)s")
    for line in sys.stdin:
        message = json.loads(line)
        if message["method"] == "initialize":
            if not urls:
                fail(message["id"], "unsupported", "no Apprise URL was given, such as mqtt://host/topic")
                break
            say(id=message["id"], result={"name": "apprise", "capabilities": []})
            services = load(urls)
        elif message["method"] == "present":
            present(message["id"], message["params"]["content"], services, urls)
        elif message["method"] == "exit":
            break


main(sys.argv[1:])
