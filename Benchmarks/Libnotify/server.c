/* A notification server that does nothing but answer, as fast as GDBus can: the same one for both sides of the comparison. */
#include <gio/gio.h>

static const char xml[] =
  "<node><interface name='org.freedesktop.Notifications'>"
  "<method name='Notify'><arg direction='in' type='s'/><arg direction='in' type='u'/><arg direction='in' type='s'/>"
  "<arg direction='in' type='s'/><arg direction='in' type='s'/><arg direction='in' type='as'/><arg direction='in' type='a{sv}'/>"
  "<arg direction='in' type='i'/><arg direction='out' type='u'/></method>"
  "<method name='CloseNotification'><arg direction='in' type='u'/></method>"
  "<method name='GetCapabilities'><arg direction='out' type='as'/></method>"
  "<method name='GetServerInformation'><arg direction='out' type='s'/><arg direction='out' type='s'/><arg direction='out' type='s'/>"
  "<arg direction='out' type='s'/></method></interface></node>";

static guint32 last = 1;

static void called(GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *method,
                   GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data) {
  (void)data;
  if (g_str_equal(method, "Notify")) {
    g_dbus_method_invocation_return_value(invocation, g_variant_new("(u)", ++last));
  } else if (g_str_equal(method, "CloseNotification")) {
    guint32 id;
    g_variant_get(arguments, "(u)", &id);
    g_dbus_connection_emit_signal(bus, sender, path, interface, "NotificationClosed", g_variant_new("(uu)", id, 3), NULL);
    g_dbus_method_invocation_return_value(invocation, NULL);
  } else if (g_str_equal(method, "GetCapabilities")) {
    const char *names[] = {"actions", "body", "body-markup", NULL};
    g_dbus_method_invocation_return_value(invocation, g_variant_new("(^as)", names));
  } else {
    g_dbus_method_invocation_return_value(invocation, g_variant_new("(ssss)", "bench", "bench", "1", "1.2"));
  }
}

int main(void) {
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (bus == NULL) return 1;
  static const GDBusInterfaceVTable table = {called, NULL, NULL, {0}};
  g_dbus_connection_register_object(bus, "/org/freedesktop/Notifications", g_dbus_node_info_new_for_xml(xml, NULL)->interfaces[0],
                                    &table, NULL, NULL, NULL);
  g_bus_own_name_on_connection(bus, "org.freedesktop.Notifications", 0, NULL, NULL, NULL, NULL);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
