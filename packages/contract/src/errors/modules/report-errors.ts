// Declares the error codes of reports.
import { error } from '../definition.ts';

export const reportErrors = {
  REPORT_GROUP_NOT_FOUND: error(404, {
    en: 'There is no such report group: {asked}.',
    tr: 'Böyle bir rapor grubu yok: {asked}.',
    help: 'The identifier names no group of the tenant that the caller may see, or one that was deleted.',
  }),
  REPORT_GROUP_ALREADY_EXISTS: error(409, {
    en: 'Another report group has this {field}.',
    tr: 'Başka bir rapor grubu aynı değeri kullanıyor: {field}.',
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
  REPORT_LIMIT_REACHED: error(409, {
    en: 'The tenant has {limit} already.',
    tr: 'Kiracı {limit} sınırına ulaştı.',
    help: 'A tenant has at most 10,000 groups and 10,000 reports. Delete what nobody needs.',
  }),
};
