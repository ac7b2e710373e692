// Says in Turkish what the operations on events of calendars do.

export const calendarSummaries = {
  calendarNotify: 'Takvim daveti gönderir',
  getCalendarEvent: 'Bir takvim etkinliği',
  queryCalendarPage: 'Takvim etkinliklerini sayfalar',
} as const;
