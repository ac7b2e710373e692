// Declares the kinds of events of senders and of the keys that sign their mails.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const senderEvents = defineEvents({
  senderAdded: {
    name: 'mail.sender-added',
    type: 'AUDIT',
    description: { en: 'Somebody allowed a sender of mails.', tr: 'Bir posta gönderenine izin verildi.' },
  },
  senderRemoved: {
    name: 'mail.sender-removed',
    type: 'AUDIT',
    description: { en: 'Somebody took away the leave of a sender.', tr: 'Bir posta göndereninin izni kaldırıldı.' },
  },
  dkimKeyAdded: {
    name: 'mail.dkim-key-added',
    type: 'AUDIT',
    description: { en: 'Somebody made a key that signs mails.', tr: 'Postaları imzalayan bir anahtar üretildi.' },
  },
  dkimKeyRemoved: {
    name: 'mail.dkim-key-removed',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a key that signs mails.', tr: 'Postaları imzalayan bir anahtar silindi.' },
  },
});
