// Declares the kinds of events about mails.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const mailEvents = defineEvents({
  accepted: {
    name: 'mail.accepted',
    type: 'AUDIT',
    description: { en: 'Somebody sent a mail.', tr: 'Bir posta gönderildi.' },
  },
  contentRead: {
    name: 'mail.content-read',
    type: 'SECURITY',
    logged: true,
    description: { en: 'Somebody read what a mail says.', tr: 'Bir postanın içeriği okundu.' },
  },
  retried: {
    name: 'mail.retried',
    type: 'AUDIT',
    description: { en: 'Somebody had mails sent again.', tr: 'Postalar yeniden gönderildi.' },
  },
  resolved: {
    name: 'mail.resolved',
    type: 'AUDIT',
    description: {
      en: 'Somebody said whether a mail in doubt arrived.',
      tr: 'Belirsiz bir postanın ulaşıp ulaşmadığı bildirildi.',
    },
  },
  cancelled: {
    name: 'mail.cancelled',
    type: 'AUDIT',
    description: { en: 'Somebody kept a mail from leaving.', tr: 'Bir postanın gönderilmesi engellendi.' },
  },
  calendarReplied: {
    name: 'mail.calendar-replied',
    type: 'AUDIT',
    description: { en: 'An attendee answered an invitation.', tr: 'Bir katılımcı davete yanıt verdi.' },
  },
});
