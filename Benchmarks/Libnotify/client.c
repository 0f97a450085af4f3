/* What a C program does with libnotify alone: show a popup with one action, close it, wait until it has closed; COUNT times. */
#include <libnotify/notify.h>
#include <stdio.h>
#include <stdlib.h>

static void chosen(NotifyNotification *popup, char *action, gpointer data) { (void)popup, (void)action, (void)data; }
static void closed(NotifyNotification *popup, gpointer isClosed) { (void)popup; *(gboolean *)isClosed = TRUE; }

static gboolean once(int index) {
  char title[40];
  gboolean isClosed = FALSE;
  snprintf(title, sizeof title, "popup %d", index);
  NotifyNotification *popup = notify_notification_new(title, "of a soak", NULL);
  notify_notification_set_urgency(popup, NOTIFY_URGENCY_NORMAL);
  notify_notification_set_timeout(popup, 0);
  notify_notification_add_action(popup, "a0", "OK", chosen, NULL, NULL);
  g_signal_connect(popup, "closed", G_CALLBACK(closed), &isClosed);
  gboolean works = notify_notification_show(popup, NULL) && notify_notification_close(popup, NULL);
  while (works && !isClosed) g_main_context_iteration(NULL, TRUE);
  g_object_unref(popup);
  return works;
}

int main(int count, char **words) {
  int popups = count > 1 ? atoi(words[1]) : 1000;
  notify_init("bench");
  for (int index = 0; index < 50; index++)
    if (!once(index)) return 1;
  gint64 start = g_get_monotonic_time();
  for (int index = 0; index < popups; index++)
    if (!once(index)) return 1;
  printf("%lld\n", (long long)(g_get_monotonic_time() - start) / popups);
}
