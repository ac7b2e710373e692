// Declares the kinds of events that the session module writes.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const sessionEvents = defineEvents({
  begun: {
    name: 'session.begun',
    type: 'SECURITY',
    description: {
      en: 'A session began, or went on under a new token.',
      tr: 'Bir oturum açıldı veya yeni bir anahtarla sürdü.',
    },
  },
  closed: {
    name: 'session.closed',
    type: 'SECURITY',
    description: { en: 'A session was closed before its time.', tr: 'Bir oturum süresi dolmadan kapatıldı.' },
  },
  allClosed: {
    name: 'session.all-closed',
    type: 'SECURITY',
    level: 'WARN',
    description: {
      en: 'Many sessions were closed at once, by tenant, by query or all.',
      tr: 'Kiracıya veya sorguya göre ya da topluca çok sayıda oturum bir kerede kapatıldı.',
    },
  },
  expired: {
    name: 'session.expired',
    type: 'SECURITY',
    description: {
      en: 'A session ran out, by idleness or by age.',
      tr: 'Bir oturumun boşta kalma süresi veya ömrü doldu.',
    },
  },
  limitReached: {
    name: 'session.limit-reached',
    type: 'SECURITY',
    description: {
      en: 'A session was one too many: the oldest ones were closed, or it was refused.',
      tr: 'Oturum sınırı aşıldı: en eski oturumlar kapatıldı veya yenisi reddedildi.',
    },
  },
  bindingMismatched: {
    name: 'session.binding-mismatched',
    type: 'SECURITY',
    level: 'WARN',
    description: {
      en: 'A session was presented from another browser or network than it is bound to.',
      tr: 'Bir oturum, bağlı olduğundan başka bir tarayıcı veya ağdan kullanılmak istendi.',
    },
  },
  originRefused: {
    name: 'session.origin-refused',
    type: 'SECURITY',
    level: 'WARN',
    description: {
      en: 'A request with the session cookie was refused because its origin was not proven.',
      tr: 'Oturum çereziyle gelen bir istek, kaynağı kanıtlanamadığı için reddedildi.',
    },
  },
  accessDenied: {
    name: 'session.access-denied',
    type: 'SECURITY',
    level: 'WARN',
    description: {
      en: 'Somebody asked for what their authorities do not allow.',
      tr: 'Birisi, yetkilerinin izin vermediği bir işlem istedi.',
    },
  },
});
