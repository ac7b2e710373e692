// Declares the errors of the system setting module.
import { error } from '../definition.ts';

export const systemSettingErrors = {
  SETTING_NOT_FOUND: error(404, {
    en: 'There is no such setting: {asked}.',
    tr: 'Böyle bir ayar yok: {asked}.',
    help: 'The code names no enabled setting; with the argument code NO_VALUE it has no value at any level. suggestion is the code that was probably meant.',
  }),
  SETTING_TYPE_MISMATCH: error(409, {
    en: 'The type of {code} does not fit: {expected} was expected and {actual} found.',
    tr: '{code} türü uymuyor: {expected} bekleniyordu, {actual} bulundu.',
    help: 'errorArguments holds code, expected and actual; of a read expected is the type of the operation.',
  }),
  SETTING_ALREADY_EXISTS: error(409, {
    en: 'There is a setting with this code already.',
    tr: 'Bu kodla bir ayar zaten var.',
    help: 'Codes and aliases that differ in case alone count as the same.',
  }),
  SETTING_DEFINITION_INVALID: error(422, {
    en: 'The definition contradicts itself.',
    tr: 'Tanım kendisiyle çelişiyor.',
    help: 'errorArguments names every problem: field, code and message.',
  }),
  SETTING_SYSTEM: error(409, {
    en: 'This setting belongs to a module and cannot be changed in this way.',
    tr: 'Bu ayar bir modüle aittir ve bu şekilde değiştirilemez.',
    help: 'errorArguments names the fields that its code owns.',
  }),
  SETTING_VALUES_CONFLICT: error(409, {
    en: 'Values that are stored do not fit the new definition.',
    tr: 'Kayıtlı değerler yeni tanıma uymuyor.',
    help: 'errorArguments names the first 100 by scope and tenant; change or remove them before.',
  }),
  SETTING_IN_USE: error(409, {
    en: 'A rule between settings names this one.',
    tr: 'Ayarlar arasındaki bir kural bu ayarı kullanıyor.',
    help: 'errorArguments names the rule.',
  }),
  SETTING_VALUE_INVALID: error(422, {
    en: 'The value does not fit the setting.',
    tr: 'Değer bu ayara uymuyor.',
    help: 'The code in errorArguments says which rule of the definition it breaks.',
  }),
  SETTING_NOT_OVERRIDABLE: error(409, {
    en: 'This setting has no value at this level.',
    tr: 'Bu ayarın bu düzeyde değeri olamaz.',
    help: 'tenantOverridable and userOverridable of the definition say which levels there are.',
  }),
  SETTING_PINNED: error(409, {
    en: 'The value is pinned by the settings file of the deployment.',
    tr: 'Değer, kurulumun ayar dosyasıyla sabitlenmiş.',
    help: 'Change the file and start again; until then writes would have no effect.',
  }),
  SETTING_RULE_VIOLATED: error(422, {
    en: 'The values contradict each other.',
    tr: 'Değerler birbiriyle çelişiyor.',
    help: 'errorArguments names the rule and its settings; change all of them in one request.',
  }),
  SETTING_LIMIT_REACHED: error(409, {
    en: 'There are {limit} already; no more can be stored.',
    tr: 'Zaten {limit} tane var; daha fazlası saklanamaz.',
    help: 'Remove what is no longer needed.',
  }),
  SETTING_IMPORT_INVALID: error(422, {
    en: 'The document cannot be taken as it is.',
    tr: 'Belge bu haliyle alınamıyor.',
    help: 'errorArguments holds the result with every problem; nothing was written.',
  }),
  SETTING_HISTORY_NOT_FOUND: error(404, {
    en: 'There is no such change: {asked}.',
    tr: 'Böyle bir değişiklik yok: {asked}.',
    help: 'The identifier names no row of the history that the caller may see.',
  }),
  SETTING_HISTORY_NOT_RESTORABLE: error(409, {
    en: 'This change cannot be put back.',
    tr: 'Bu değişiklik geri alınamaz.',
    help: 'Secrets, changes of definitions and settings that are gone cannot.',
  }),
} as const;
