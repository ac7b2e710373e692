// Declares the error codes of mails that are sent.
import { error } from '../definition.ts';

export const mailErrors = {
  MAIL_NOT_FOUND: error(404, {
    en: 'There is no such mail: {asked}.',
    tr: 'Böyle bir posta yok: {asked}.',
    help: 'It does not exist, is no longer kept, or is not for the caller to see.',
  }),
  MAIL_NOT_RETRYABLE: error(409, {
    en: 'A mail in status {status} cannot be sent again.',
    tr: '{status} durumundaki posta yeniden gönderilemez.',
    help: 'FAILED, DEAD, UNCERTAIN and EXPIRED mails can, PARTIAL ones for the copies that did not arrive, and CAPTURED ones once mails leave.',
  }),
  MAIL_NOT_RESOLVABLE: error(409, {
    en: 'A mail in status {status} is not in doubt.',
    tr: '{status} durumundaki postada belirsizlik yok.',
    help: 'Only UNCERTAIN mails, and PARTIAL ones with such a copy, need somebody to say whether they arrived.',
  }),
  MAIL_NOT_CANCELLABLE: error(409, {
    en: 'A mail in status {status} cannot be cancelled.',
    tr: '{status} durumundaki posta iptal edilemez.',
    help: 'SCHEDULED, QUEUED and RETRY mails can; one that is being sent or is at an end cannot.',
  }),
  CONTENT_EXPIRED: error(410, {
    en: 'What the mail says is no longer kept.',
    tr: 'Postanın içeriği artık saklanmıyor.',
    help: 'Contents go mail.retention.content days after the expiry date; those of sensitive mails at their end.',
  }),
  SUPPRESSION_NOT_FOUND: error(404, {
    en: 'Nothing keeps mails from this address: {asked}.',
    tr: 'Bu adrese e-posta gönderilmesini engelleyen bir kayıt yok: {asked}.',
    help: 'Or what keeps them is named by neither reason nor group: of COMPLAINT and UNSUBSCRIBE both have to be.',
  }),
};
