// Declares the error codes of data adapters.
import { error } from '../../definition.ts';

export const reportAdapterErrors = {
  REPORT_ADAPTER_NOT_FOUND: error(404, {
    en: 'There is no such data adapter: {asked}.',
    tr: 'Böyle bir veri bağdaştırıcısı yok: {asked}.',
    help: 'It does not exist, was deleted, or belongs to another tenant.',
  }),
  REPORT_ADAPTER_ALREADY_EXISTS: error(409, {
    en: 'There is a data adapter {code} already.',
    tr: '{code} kodlu bir veri bağdaştırıcısı zaten var.',
    help: 'Codes are unique in a tenant; those of deleted adapters are free.',
  }),
  REPORT_ADAPTER_IN_USE: error(409, {
    en: 'The data adapter {code} is used by {count} reports.',
    tr: '{code} veri bağdaştırıcısını {count} rapor kullanıyor.',
    help: 'Reports name it as theirs or ask it for options; change or delete them first, or disable the adapter.',
  }),
  REPORT_ADAPTER_OWN_DATABASE: error(422, {
    en: 'The data adapter leads to the database of this platform.',
    tr: 'Veri bağdaştırıcısı bu platformun kendi veritabanına çıkıyor.',
    help: 'It would read every tenant. Data of the platform is reported on by its data sets.',
  }),
  REPORT_ADAPTER_UNAVAILABLE: error(503, {
    en: 'The data adapter {code} cannot be used now ({reason}).',
    tr: '{code} veri bağdaştırıcısı şu anda kullanılamıyor ({reason}).',
    help: 'Its database does not answer or may not be reached, or the adapter is disabled or left alone after failures; the test of the adapter tells more.',
  }),
  REPORT_HOST_NOT_ALLOWED: error(422, {
    en: 'The host of the data adapter may not be reached.',
    tr: 'Veri bağdaştırıcısının sunucusuna ulaşılamaz.',
    help: 'It is a private, local or reserved address; whoever manages adapters can name it in allowedHostList.',
  }),
};
