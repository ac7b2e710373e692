// Declares the error codes of reports.
import { error } from '../definition.ts';

export const reportErrors = {
  REPORT_NOT_FOUND: error(404, {
    en: 'There is no such report: {asked}.',
    tr: 'Böyle bir rapor yok: {asked}.',
    help: 'The identifier names no report of the tenant that the caller may see, or one that was deleted.',
  }),
  REPORT_VERSION_NOT_FOUND: error(404, {
    en: 'The report has no such version: {asked}.',
    tr: 'Raporun böyle bir sürümü yok: {asked}.',
    help: 'Versions are counted from 0; the last 50 are kept.',
  }),
  REPORT_ALREADY_EXISTS: error(409, {
    en: 'Another report has the code {code}.',
    tr: '{code} kodunu başka bir rapor kullanıyor.',
    help: 'Choose another code; that of a deleted report is free.',
  }),
  REPORT_NOT_RUNNABLE: error(409, {
    en: 'The report {code} cannot be run; problems: {count}.',
    tr: '{code} raporu çalıştırılamıyor; sorun sayısı: {count}.',
    help: 'errorArguments names each problem. Change the report, or bring back what it refers to.',
  }),
  REPORT_GROUP_NOT_FOUND: error(404, {
    en: 'There is no such report group: {asked}.',
    tr: 'Böyle bir rapor grubu yok: {asked}.',
    help: 'The identifier names no group of the tenant that the caller may see, or one that was deleted.',
  }),
  REPORT_GROUP_ALREADY_EXISTS: error(409, {
    en: 'Another report group has this code, name or identifier.',
    tr: 'Bu kodu, adı ya da kimliği başka bir rapor grubu kullanıyor.',
    help: 'The code is unique in the tenant, the name beside its siblings; those of deleted groups are free. The argument names the field.',
  }),
  REPORT_GROUP_DISABLED: error(409, {
    en: 'The report group {code} is disabled.',
    tr: '{code} rapor grubu devre dışı.',
    help: 'A disabled group takes no new groups and reports.',
  }),
  REPORT_GROUP_TOO_DEEP: error(422, {
    en: 'Report groups would be more than {limit} deep.',
    tr: 'Rapor grupları {limit} düzeyden derin olurdu.',
    help: 'Move the group higher, or those below it.',
  }),
  REPORT_GROUP_CYCLE: error(422, {
    en: 'A report group would lie below itself.',
    tr: 'Bir rapor grubu kendi altında kalırdı.',
    help: 'Move it to a group that is not below it. The arguments name the groups.',
  }),
  REPORT_GROUP_NOT_EMPTY: error(409, {
    en: 'The report group {code} is not empty; groups: {groups}, reports: {reports}.',
    tr: '{code} rapor grubu boş değil; grup sayısı: {groups}, rapor sayısı: {reports}.',
    help: 'Move or delete what lies in it, or say by mode what is to become of it.',
  }),
  REPORT_LIMIT_REACHED: error(409, {
    en: 'A tenant has at most {limit} of these.',
    tr: 'Bir kiracıda bunlardan en çok {limit} tane olabilir.',
    help: 'A tenant has at most 10,000 groups and 10,000 reports. Delete what nobody needs.',
  }),
};
