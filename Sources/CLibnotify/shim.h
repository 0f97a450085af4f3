#ifndef ALERTSDK_CLIBNOTIFY_H
#define ALERTSDK_CLIBNOTIFY_H

#include <gio/gio.h>
#include <glib-unix.h>
#include <libnotify/notify.h>

/* GLib takes every kind of callback as a GSourceFunc or GCallback and calls it as what it is; only C can say so without a bit cast. */

static inline void alertsdk_set_fd_callback(GSource *source, GUnixFDSourceFunc callback) {
  g_source_set_callback(source, G_SOURCE_FUNC(callback), NULL, NULL);
}

typedef void (*alertsdk_closed_callback)(NotifyNotification *notification, gpointer user_data);

static inline gulong alertsdk_connect_closed(NotifyNotification *notification, alertsdk_closed_callback callback, gpointer user_data) {
  return g_signal_connect(notification, "closed", G_CALLBACK(callback), user_data);
}

#endif
