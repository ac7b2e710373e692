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
    help: 'FAILED, DEAD, UNCERTAIN and EXPIRED mails can, PARTIAL ones for the copies that did not arrive, CAPTURED ones once mails leave, and SUPPRESSED ones with force.',
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
  ATTACHMENT_NOT_FOUND: error(404, {
    en: 'There is no such file: {asked}.',
    tr: 'Böyle bir dosya yok: {asked}.',
    help: 'Files that were uploaded for mails are those of their uploader alone, and go a day after they were uploaded or last attached; those of tasks and instances are found where they were attached.',
  }),
  MAIL_BATCH_REFUSED: error(422, {
    en: '{count} of the requests cannot be sent, so none is.',
    tr: 'İsteklerden {count} tanesi gönderilemiyor; bu yüzden hiçbiri gönderilmedi.',
    help: 'errorArguments names each with its code. Without atomic the others would be sent.',
  }),
  INLINE_ATTACHMENT_MISMATCH: error(422, {
    en: 'The HTML and the inline files of the mail do not match: {contentId}.',
    tr: 'E-postanın HTML içeriği ile satır içi dosyaları eşleşmiyor: {contentId}.',
    help: 'Each cid: of the HTML needs a file with this contentId, and each such file must be shown. errorArguments names those that are not.',
  }),
  MAIL_TOO_LARGE: error(413, {
    en: 'The mail would be too large.',
    tr: 'E-posta çok büyük olur.',
    help: 'Files have at most 10 MiB each and 18 MiB together, the whole message at most 25 MiB.',
  }),
  ATTACHMENT_LIMIT_REACHED: error(409, {
    en: 'There are too many files already, or they would be too large together.',
    tr: 'Şimdiden çok fazla dosya var ya da dosyalar birlikte çok büyük olur.',
    help: 'Delete what is no longer needed; files that were uploaded for mails go by themselves a day after they were uploaded or last attached.',
  }),
  CONTENT_EXPIRED: error(410, {
    en: 'What the mail says is no longer kept.',
    tr: 'Postanın içeriği artık saklanmıyor.',
    help: 'Contents go mail.retention.content days after the expiry date; those of sensitive mails at their end.',
  }),
  UNSUBSCRIBE_TOKEN_NOT_FOUND: error(404, {
    en: 'This link is not one of ours, or no longer of use.',
    tr: 'Bu bağlantı bize ait değil ya da artık geçerli değil.',
    help: 'It has to be whole, as it stands in the mail; it works as long as the key of its day is kept.',
  }),
  SUPPRESSION_NOT_FOUND: error(404, {
    en: 'Nothing keeps mails from this address: {asked}.',
    tr: 'Bu adrese e-posta gönderilmesini engelleyen bir kayıt yok: {asked}.',
    help: 'Or what keeps them is named by neither reason nor group: of COMPLAINT and UNSUBSCRIBE both have to be.',
  }),
  MAIL_ALREADY_EXISTS: error(409, {
    en: 'There is a mail {uuid} already.',
    tr: '{uuid} kimlikli bir posta zaten var.',
    help: 'The uuid belongs to a mail of another request. Sent again, a request has to be the same in every field.',
  }),
  NOTIFICATION_TEMPLATE_DISABLED: error(409, {
    en: 'The template {code} is disabled.',
    tr: '{code} şablonu devre dışı.',
    help: 'With ignoreDisabled the mail is kept as SKIPPED instead.',
  }),
  SENDER_NOT_ALLOWED: error(403, {
    en: 'Mails must not be sent in the name of {address}.',
    tr: '{address} adına posta gönderilemez.',
    help: 'Leave the sender out, or name the one of mail.default-sender.',
  }),
  SENDER_NOT_CONFIGURED: error(422, {
    en: 'No sender is configured that a mail server takes.',
    tr: 'Bir posta sunucusunun kabul edeceği gönderen yapılandırılmamış.',
    help: 'Set mail.default-sender, or KEELSON_PUBLIC_URL to a host that has a name.',
  }),
  RECIPIENT_NOT_ALLOWED: error(403, {
    en: 'Mails are not sent to the domain {domain}.',
    tr: '{domain} alan adına posta gönderilmez.',
    help: 'The setting mail.recipient-domains names those that are; errorArguments names each recipient.',
  }),
  QUEUE_OVERLOADED: error(503, {
    en: 'Too many mails wait to be sent.',
    tr: 'Gönderilmeyi bekleyen çok fazla posta var.',
    help: 'Send it again later; nothing was stored.',
  }),
};
