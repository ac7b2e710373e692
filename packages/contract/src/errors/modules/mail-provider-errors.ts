// Declares the error codes of mail servers and of senders.
import { error } from '../definition.ts';

export const mailProviderErrors = {
  PROVIDER_NOT_FOUND: error(404, {
    en: 'There is no such mail server: {asked}.',
    tr: 'Böyle bir posta sunucusu yok: {asked}.',
    help: 'It does not exist, was removed, or belongs to another tenant.',
  }),
  TEST_ADDRESS_MISSING: error(422, {
    en: 'You have no mail address.',
    tr: 'E-posta adresiniz yok.',
    help: 'A test mail goes to the address of the caller, who has to be a person with one.',
  }),
  SENDER_NOT_FOUND: error(404, {
    en: 'There is no such sender: {asked}.',
    tr: 'Böyle bir gönderen yok: {asked}.',
    help: 'It was removed, or belongs to another tenant.',
  }),
  SENDER_ALREADY_EXISTS: error(409, {
    en: 'The sender {sender} is taken.',
    tr: '{sender} göndereni zaten alınmış.',
    help: 'It is allowed already, or its domain belongs to another tenant.',
  }),
  DKIM_KEY_NOT_FOUND: error(404, {
    en: 'There is no such key: {asked}.',
    tr: 'Böyle bir anahtar yok: {asked}.',
    help: 'It was deleted, or belongs to another tenant.',
  }),
  DKIM_KEY_ALREADY_EXISTS: error(409, {
    en: 'The domain has a key with the selector {selector}.',
    tr: 'Alan adının {selector} seçicili bir anahtarı var.',
    help: 'A selector is one record of the domain, also after its key was deleted; choose another one.',
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
