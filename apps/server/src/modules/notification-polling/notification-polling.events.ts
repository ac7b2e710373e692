// Declares the kinds of events of announcements.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const notificationPollingEvents = defineEvents({
  sent: {
    name: 'polling.announcement-sent',
    type: 'AUDIT',
    description: {
      en: 'Somebody sent an announcement, or kept a draft.',
      tr: 'Bir duyuru gönderildi ya da taslak saklandı.',
    },
  },
  updated: {
    name: 'polling.announcement-updated',
    type: 'AUDIT',
    description: { en: 'Somebody changed an announcement.', tr: 'Bir duyuru değiştirildi.' },
  },
  published: {
    name: 'polling.announcement-published',
    type: 'AUDIT',
    description: {
      en: 'A draft or a scheduled announcement went live, or was scheduled.',
      tr: 'Bir taslak ya da zamanlanmış duyuru yayımlandı veya zamanlandı.',
    },
  },
  withdrawn: {
    name: 'polling.announcement-withdrawn',
    type: 'AUDIT',
    description: { en: 'Somebody withdrew an announcement.', tr: 'Bir duyuru geri çekildi.' },
  },
  acknowledged: {
    name: 'polling.announcement-acknowledged',
    type: 'AUDIT',
    description: { en: 'Somebody acknowledged an announcement.', tr: 'Bir duyurunun okunduğu onaylandı.' },
  },
  notified: {
    name: 'polling.notification-sent',
    type: 'AUDIT',
    description: { en: 'Somebody notified named users.', tr: 'Adı verilen kullanıcılara bildirim gönderildi.' },
  },
  removed: {
    name: 'polling.announcement-removed',
    type: 'AUDIT',
    description: { en: 'Somebody deleted an announcement.', tr: 'Bir duyuru silindi.' },
  },
});
