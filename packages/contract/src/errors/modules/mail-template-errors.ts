// Declares the error codes of templates, and of what they are rendered for.
import { error } from '../definition.ts';

export const mailTemplateErrors = {
  NOTIFICATION_TEMPLATE_NOT_FOUND: error(404, {
    en: 'There is no such template: {asked}.',
    tr: 'Böyle bir şablon yok: {asked}.',
    help: 'It does not exist, was deleted, or belongs to another tenant. Codes are exact, case included.',
  }),
  TEMPLATE_VERSION_NOT_FOUND: error(404, {
    en: 'The template has no version {asked}.',
    tr: 'Şablonun {asked} sürümü yok.',
    help: 'The list of versions names those that are kept.',
  }),
  NOTIFICATION_TEMPLATE_ALREADY_EXISTS: error(409, {
    en: 'There is a template {code} already.',
    tr: '{code} kodlu bir şablon zaten var.',
    help: 'Codes are unique in a tenant, whatever their case.',
  }),
  TEMPLATE_IN_USE: error(409, {
    en: 'The template is in use.',
    tr: 'Şablon kullanımda.',
    help: 'errorArguments names who uses it: templates for a layout or partial, mails, or the module that ships it.',
  }),
  TEMPLATE_NOT_SHIPPED: error(409, {
    en: 'No module ships the template {code}.',
    tr: '{code} şablonunu hiçbir modül sunmuyor.',
    help: 'Only a template of a module can be set back to what the module ships; use a version of it instead.',
  }),
  TEMPLATE_LOCALE_LIMIT_REACHED: error(409, {
    en: 'The template has {limit} locales already.',
    tr: 'Şablonun zaten {limit} dili var.',
    help: 'Remove one that is no longer needed: a PUT of the template names those that stay.',
  }),
  TEMPLATE_EXPORT_TOO_LARGE: error(422, {
    en: 'The document would have more than {templates} templates, {contents} contents or {mebibytes} MiB.',
    tr: 'Belge {templates} şablonu, {contents} metni ya da {mebibytes} MiB boyutunu aşar.',
    help: 'Narrow the filters, and export in parts: an import takes no more at once.',
  }),
  TEMPLATE_IMPORT_INVALID: error(422, {
    en: '{count} of the templates cannot be taken, so none is.',
    tr: 'Şablonlardan {count} tanesi alınamıyor; bu yüzden hiçbiri alınmadı.',
    help: 'errorArguments names each with its code. Without atomic the others would be taken.',
  }),
  TEMPLATE_SYNTAX_ERROR: error(422, {
    en: 'The template cannot be read.',
    tr: 'Şablon okunamıyor.',
    help: 'errorArguments names each place: part, locale, line, column and what is wrong there.',
  }),
  TEMPLATE_CONTENT_UNSAFE: error(422, {
    en: 'The content is not safe.',
    tr: 'İçerik güvenli değil.',
    help: 'Scripts, forms and foreign pages, variables where data could change the markup, and in a sensitive template what is not among the little that it may say; errorArguments names each place.',
  }),
  TEMPLATE_REFERENCE_NOT_FOUND: error(422, {
    en: 'The template names a layout or partial that is not there: {asked}.',
    tr: 'Şablonun kullandığı yerleşim ya da parça yok: {asked}.',
    help: 'It does not exist, is of another type, or is disabled and not used by this template yet.',
  }),
  TEMPLATE_LOCALE_NOT_FOUND: error(422, {
    en: 'The template has no content for the locale {asked}.',
    tr: 'Şablonun {asked} yerel ayarı için içeriği yok.',
    help: 'Add an entry of the locale, its language, or `default`.',
  }),
  TEMPLATE_VARIABLE_MISSING: error(422, {
    en: 'Variables of the template are missing.',
    tr: 'Şablonun değişkenlerinden bazıları verilmedi.',
    help: 'errorArguments names each: field, part, locale, line and column. `default` and `if` make a variable optional.',
  }),
  TEMPLATE_RENDER_LIMIT_EXCEEDED: error(422, {
    en: 'The template takes too long or writes too much.',
    tr: 'Şablonun işlenmesi çok uzun sürüyor ya da çok fazla metin üretiyor.',
    help: 'At most 50 ms of rendering, 2 s in all, 10 MB of new texts, 2 million characters.',
  }),
  TEMPLATE_TYPE_MISMATCH: error(422, {
    en: 'A template of the type {type} cannot be sent as a mail.',
    tr: '{type} türündeki bir şablon e-posta olarak gönderilemez.',
    help: 'Only templates of the type MAIL are sent by mail.',
  }),
  SUBJECT_EMPTY: error(422, {
    en: 'The subject is empty.',
    tr: 'Konu boş.',
    help: 'With these parameters nothing is left of the subject.',
  }),
};
