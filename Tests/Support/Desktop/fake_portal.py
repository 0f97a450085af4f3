#!/usr/bin/python3
"""The notification portal of a sandbox, as far as libnotify speaks to it: takes the name, prints a JSON line for each call.

Commands on stdin: action KEY (of the newest notification) | quit. Ends with its stdin. Needs Debian's python3-gi.
"""
import json
import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Notification"
XML = """<node><interface name='org.freedesktop.portal.Notification'>
<method name='AddNotification'><arg direction='in' type='s'/><arg direction='in' type='a{sv}'/></method>
<method name='RemoveNotification'><arg direction='in' type='s'/></method>
<property name='version' type='u' access='read'/></interface></node>"""


def say(**line):
    print(json.dumps(line), flush=True)


class Portal:
    newest = sender = None

    def __init__(self):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        interface = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
        self.bus.register_object(PATH, interface, self.called, lambda *_: GLib.Variant("u", 1), None)
        self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (NAME, 4)), None, 0, -1, None)
        say(event="ready")

    def called(self, bus, sender, path, interface, method, arguments, invocation):
        values = arguments.unpack()
        say(call=method, id=values[0], content={key: str(value) for key, value in values[1].items()} if len(values) > 1 else {})
        if method == "AddNotification":
            self.newest, self.sender = values[0], sender
        invocation.return_value(None)

    def command(self, line):
        words = line.split()
        if words[:1] == ["quit"]:
            sys.exit(0)
        if words[:1] == ["action"]:
            self.bus.emit_signal(
                self.sender, PATH, INTERFACE, "ActionInvoked", GLib.Variant("(ssav)", (self.newest, words[1], [])))
        say(done=line)


def main():
    portal = Portal()
    loop = GLib.MainLoop()

    def readable(channel, condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        portal.command(line.strip())
        return True

    GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.IOCondition.IN | GLib.IOCondition.HUP, readable)
    loop.run()


main()
