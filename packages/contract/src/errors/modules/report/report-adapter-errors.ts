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
    help: 'Its database does not answer or may not be reached, or the adapter is disabled or left alone after failures; the test of the adapter says more.',
  }),
  REPORT_CSV_NOT_FOUND: error(404, {
    en: 'There is no such CSV file: {asked}.',
    tr: 'Böyle bir CSV dosyası yok: {asked}.',
    help: 'It does not exist, was deleted, or belongs to another tenant.',
  }),
  REPORT_CSV_IN_USE: error(409, {
    en: 'The CSV file {code} is used by {count} reports.',
    tr: '{code} CSV dosyasını {count} rapor kullanıyor.',
    help: 'Reports read it or ask it for options; change or delete them first, or upload its next version.',
  }),
  REPORT_CSV_INVALID: error(422, {
    en: 'The CSV file cannot be read as it is; problems: {count}.',
    tr: 'CSV dosyası bu haliyle okunamıyor; sorun sayısı: {count}.',
    help: 'errorArguments names up to 100 places as row, column (counted from 1, the names of the columns being row 1) and code: COLUMN_COUNT a row of another length, TYPE a value that is none of the type of its column, QUOTE a quote that stands wrong or never ends, CHARACTER a NUL, ENCODING bytes that are none of the encoding, RECORD_TOO_LONG, TOO_MANY_ROWS, TOO_MANY_COLUMNS, TOO_SLOW; of the first row EMPTY, NAME_MISSING, NAME_INVALID, NAME_TOO_LONG (63 bytes) and NAME_TWICE. Correct the file, or fix types, delimiter and encoding in the options.',
  }),
  REPORT_HOST_NOT_ALLOWED: error(422, {
    en: 'The host of the data adapter may not be reached.',
    tr: 'Veri bağdaştırıcısının sunucusuna ulaşılamaz.',
    help: 'It is a private, local or reserved address; whoever manages adapters can name it in allowedHostList.',
  }),
};
