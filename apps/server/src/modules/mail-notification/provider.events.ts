// Declares the kinds of events of mail servers.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const providerEvents = defineEvents({
  providerSaved: {
    name: 'mail.provider-saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody added or changed a mail server.',
      tr: 'Bir posta sunucusu eklendi ya da değiştirildi.',
    },
  },
  providerRemoved: {
    name: 'mail.provider-removed',
    type: 'AUDIT',
    description: { en: 'Somebody removed a mail server.', tr: 'Bir posta sunucusu kaldırıldı.' },
  },
});
