#!/usr/bin/python3
"""A notification server whose oddities are chosen: by modes on the command line, and by commands on stdin while it runs.

It takes the name on the session bus, prints one JSON line for each call it gets, and ends with its stdin. Needs Debian's python3-gi.

Modes (any number):
  ids       big | id0 | sameid | newid          above 2^31; always 0; always 7; another one for each update
  Notify    early | earlyclose | earlyboth      action, close, or both before the reply
            held | never | error | excess | die | badreply                      held: until the command reply
            stopfirst | stop                    stops itself, once, before or right after the reply
            auto                                answered as by a person right after the reply: the first action, or closed
  Close     closeerror | closesilent | closenever | closelate=MS
  caps      noactions | nobody | nomarkup | persistence | hungcaps | badcaps | errorcaps | dieoncaps
  info      hunginfo | badinfo                  what libnotify itself asks first
  signals   broadcast                           to everybody, not only to the sender
  itself    service                             started by the bus: has no stdin, and ends with the bus
            heir                                takes the name from whoever has it
            mortal=SEED                         dies at any step of its work, now and then
Commands: mode MODE... | reply | action ID KEY | closed ID REASON | token ID TEXT | badtypes ID | spoof ID KEY | dropname | takename | alive NAME | quit
where ID may be `last`, or `last+N` for an id nobody has. Several in one line, with `;` between them, follow each other at once.
"""
import json
import os
import random
import signal
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
XML = """<node><interface name='org.freedesktop.Notifications'>
<method name='Notify'><arg direction='in' type='s'/><arg direction='in' type='u'/><arg direction='in' type='s'/>
<arg direction='in' type='s'/><arg direction='in' type='s'/><arg direction='in' type='as'/><arg direction='in' type='a{sv}'/>
<arg direction='in' type='i'/><arg direction='out' type='u'/></method>
<method name='CloseNotification'><arg direction='in' type='u'/></method>
<method name='GetCapabilities'><arg direction='out' type='as'/></method>
<method name='GetServerInformation'><arg direction='out' type='s'/><arg direction='out' type='s'/><arg direction='out' type='s'/>
<arg direction='out' type='s'/></method>
</interface></node>"""


def say(**line):
    print(json.dumps(line), flush=True)


class Server:
    def __init__(self, modes):
        self.set_modes(modes)
        self.last = 4_000_000_000 if "big" in self.modes else 1
        self.random = random.Random(self.modes.get("mortal"))
        self.sender = None
        self.open = {}
        self.held = []
        self.bus = self.connect()
        self.bus.connect("closed", lambda *_: os._exit(0))
        self.bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], self.called, None, None)
        self.take_name()

    @staticmethod
    def connect():
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        return Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)

    def set_modes(self, words):
        self.modes = {word.partition("=")[0]: word.partition("=")[2] for word in words}

    def take_name(self):
        answer = self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (NAME, 6 if "heir" in self.modes else 5)), None, 0, -1, None)
        say(event="ready" if answer.unpack()[0] in (1, 4) else "taken")

    def drop_name(self):
        self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReleaseName",
            GLib.Variant("(s)", (NAME,)), None, 0, -1, None)
        say(event="dropped")

    def emit(self, member, signature, *values, bus=None):
        to = None if "broadcast" in self.modes else self.sender
        (bus or self.bus).emit_signal(to, PATH, NAME, member, GLib.Variant(signature, values))

    # -- calls

    def may_die(self):
        if "mortal" in self.modes and self.random.random() < 0.02:
            self.bus.flush_sync(None)
            os._exit(0)

    def may_stop(self, mode):
        if self.modes.pop(mode, None) is not None:
            self.bus.flush_sync(None)
            os.kill(os.getpid(), signal.SIGSTOP)

    def wrong(self, invocation, body=GLib.Variant("(as)", (["wrong"],))):  # a reply of the wrong type, which GDBus would not let us return
        reply = Gio.DBusMessage.new_method_reply(invocation.get_message())
        reply.set_body(body)
        self.bus.send_message(reply, Gio.DBusSendMessageFlags.NONE)

    def called(self, bus, sender, path, interface, method, arguments, invocation):
        if method in ("Notify", "GetCapabilities"):
            self.sender = sender
        self.may_die()
        getattr(self, method)(invocation, *arguments.unpack())

    def GetServerInformation(self, invocation):
        say(call="GetServerInformation")
        if "hunginfo" in self.modes:
            return
        if "badinfo" in self.modes:
            self.wrong(invocation)
            return
        invocation.return_value(GLib.Variant("(ssss)", ("fake", "test", "1", "1.2")))

    def GetCapabilities(self, invocation):
        say(call="GetCapabilities")
        if "dieoncaps" in self.modes:
            os._exit(0)
        if "hungcaps" in self.modes:
            return
        if "badcaps" in self.modes:
            self.wrong(invocation, GLib.Variant("(u)", (1,)))
            return
        if "errorcaps" in self.modes:
            invocation.return_dbus_error("org.example.Error", "no capabilities today")
            return
        names = ["actions", "body", "body-markup"]
        for mode, name in (("noactions", "actions"), ("nobody", "body"), ("nomarkup", "body-markup")):
            if mode in self.modes:
                names.remove(name)
        if "persistence" in self.modes:
            names.append("persistence")
        invocation.return_value(GLib.Variant("(as)", (names,)))

    def Notify(self, invocation, app, replaces, icon, summary, body, actions, hints, expire):
        modes = self.modes
        if "id0" in modes:
            number = 0
        elif "sameid" in modes:
            number = 7
        elif replaces and "newid" not in modes:
            number = replaces
        else:
            self.last += 1
            number = self.last
        if number:
            self.last = number
        say(call="Notify", id=number, sender=self.sender, app=app, replaces=replaces, icon=icon, summary=summary, body=body, actions=actions,
            hints={key: value if not isinstance(value, tuple) else list(value[:6]) for key, value in hints.items()}, expire=expire)
        if "die" in modes:
            os._exit(0)
        if "error" in modes:
            invocation.return_dbus_error("org.example.Refused", "not today")
            return
        if "excess" in modes:
            invocation.return_dbus_error(NAME + ".Error.ExcessNotificationGeneration", "too many")
            return
        self.open[number] = actions
        if "early" in modes or "earlyboth" in modes:
            self.emit("ActionInvoked", "(us)", number, actions[0])
        if "earlyclose" in modes or "earlyboth" in modes:
            self.emit("NotificationClosed", "(uu)", number, 2)
        if "never" in modes:
            return
        if "badreply" in modes:
            self.wrong(invocation)
            return
        reply = GLib.Variant("(u)", (number,))
        self.may_stop("stopfirst")
        if "held" in modes:
            self.held.append(lambda: invocation.return_value(reply))
        else:
            invocation.return_value(reply)
        self.may_stop("stop")
        if "auto" in modes:
            self.may_die()
            if actions:
                self.emit("ActionInvoked", "(us)", number, actions[0])
            else:
                self.emit("NotificationClosed", "(uu)", number, 2)
            self.may_die()

    def CloseNotification(self, invocation, number):
        say(call="CloseNotification", id=number)
        modes = self.modes
        known = self.open.pop(number, None) is not None
        if "closenever" in modes:
            return
        if "closeerror" in modes:
            invocation.return_dbus_error("org.example.InvalidId", "no such popup")
            return
        if "closelate" in modes:
            GLib.timeout_add(int(modes["closelate"]), lambda: invocation.return_value(None))
            return
        if known and "closesilent" not in modes:
            self.emit("NotificationClosed", "(uu)", number, 3)
        invocation.return_value(None)

    # -- commands

    def number(self, word):
        return self.last + int(word[5:] or 0) if word.startswith("last") else int(word)

    def commands(self, line):
        for command in line.split(";"):
            self.command(command)
        self.bus.flush_sync(None)
        say(done=line)

    def command(self, line):
        words = line.split()
        if not words:
            return
        verb, rest = words[0], words[1:]
        if verb == "mode":
            self.set_modes(rest)
        elif verb == "reply":
            for reply in self.held:
                reply()
            self.held = []
        elif verb == "action":
            self.emit("ActionInvoked", "(us)", self.number(rest[0]), rest[1])
        elif verb == "closed":
            self.open.pop(self.number(rest[0]), None)
            self.emit("NotificationClosed", "(uu)", self.number(rest[0]), int(rest[1]))
        elif verb == "token":
            self.emit("ActivationToken", "(us)", self.number(rest[0]), rest[1])
        elif verb == "badtypes":
            number = self.number(rest[0])
            self.emit("ActionInvoked", "(ss)", str(number), "a0")
            self.emit("ActionInvoked", "(u)", number)
            self.emit("NotificationClosed", "(u)", number)
            self.emit("NotificationClosed", "(us)", number, "2")
            self.emit("Unheard", "(uu)", number, 2)
        elif verb == "spoof":  # somebody else says so
            other = self.connect()
            self.emit("ActionInvoked", "(us)", self.number(rest[0]), rest[1], bus=other)
            self.emit("NotificationClosed", "(uu)", self.number(rest[0]), 2, bus=other)
            other.flush_sync(None)
            other.close_sync(None)
        elif verb == "dropname":
            self.drop_name()
        elif verb == "takename":
            self.take_name()
        elif verb == "alive":  # whether a connection of the bus is still there
            answer = self.bus.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
                GLib.Variant("(s)", (rest[0],)), None, 0, -1, None)
            say(alive=answer.unpack()[0])
        elif verb == "quit":
            sys.exit(0)


def main():
    server = Server(sys.argv[1:])
    loop = GLib.MainLoop()

    def readable(channel, condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        server.commands(line.strip())
        return True

    sys.stdin = os.fdopen(0, "r", buffering=1)
    if "service" not in server.modes:
        GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.IOCondition.IN | GLib.IOCondition.HUP, readable)
    loop.run()


main()
