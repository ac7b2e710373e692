// Declares the error codes of mail servers and of senders.
import { error } from '../definition.ts';

export const mailProviderErrors = {
  PROVIDER_NOT_FOUND: error(404, {
    en: 'There is no such mail server: {asked}.',
    tr: 'Böyle bir posta sunucusu yok: {asked}.',
    help: 'It does not exist, was removed, or belongs to another tenant.',
  }),
  PROVIDER_ALREADY_EXISTS: error(409, {
    en: 'There is a mail server {code} already.',
    tr: '{code} kodlu bir posta sunucusu zaten var.',
    help: "Codes are unique in a tenant; default and capture are the suite's own.",
  }),
  PROVIDER_PINNED: error(409, {
    en: 'The mail server {code} is that of the configuration.',
    tr: '{code} posta sunucusu yapılandırmadan geliyor.',
    help: 'KEELSON_MAIL_SMTP_URL makes it; change it there and start again, or add one beside it.',
  }),
  PROVIDER_HOST_NOT_ALLOWED: error(422, {
    en: 'The mail server {host} may not be reached: {kind}.',
    tr: '{host} posta sunucusuna ulaşılamaz: {kind}.',
    help: 'Private and local addresses, and ports other than 25, 465, 587 and 2525, need a caller with TENANT_ALL, or an entry of mail.smtp.allow.',
  }),
};
