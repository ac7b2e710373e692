// Declares the kinds of events about who is not sent to.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const suppressionEvents = defineEvents({
  suppressionAdded: {
    name: 'mail.suppression-added',
    type: 'AUDIT',
    description: {
      en: 'Mails are kept from an address.',
      tr: 'Bir adrese e-posta gönderilmesi engellendi.',
    },
  },
  unsubscribed: {
    name: 'mail.unsubscribed',
    type: 'AUDIT',
    description: {
      en: 'The owner of an address ended the mails of a group.',
      tr: 'Bir adresin sahibi bir gruptaki e-postaları sona erdirdi.',
    },
  },
  suppressionRemoved: {
    name: 'mail.suppression-removed',
    type: 'AUDIT',
    description: {
      en: 'Somebody let mails go to an address again.',
      tr: 'Bir adrese yeniden e-posta gönderilmesi sağlandı.',
    },
  },
});
