// Declares the error codes of reports.
import { error } from '../../definition.ts';

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
  REPORT_EXPORT_TOO_LARGE: error(422, {
    en: 'An export has at most {reports} reports, as many groups, and {mebibytes} MiB.',
    tr: 'Bir dışa aktarımda en çok {reports} rapor, bir o kadar grup ve {mebibytes} MiB olabilir.',
    help: 'Export by group, or name the reports in uuidList.',
  }),
  REPORT_NOT_RUNNABLE: error(409, {
    en: 'The report {code} cannot be run; problems: {count}.',
    tr: '{code} raporu çalıştırılamıyor; sorun sayısı: {count}.',
    help: 'errorArguments names each problem. Change the report, or bring back what it refers to.',
  }),
  REPORT_DEFINITION_INVALID: error(422, {
    en: 'The report asks for something that cannot be done.',
    tr: 'Rapor yapılamayacak bir şey istiyor.',
    help: 'errorArguments names each problem with its place, as POST /executable-reports/validate does.',
  }),
  REPORT_PARAMETER_INVALID: error(422, {
    en: 'The parameters of the report are not right.',
    tr: 'Raporun parametreleri doğru değil.',
    help: 'Each argument names a parameter and what is wrong with its value; all are reported at once.',
  }),
  REPORT_QUERY_FAILED: error(422, {
    en: 'The database refused the query ({state}).',
    tr: 'Veritabanı sorguyu reddetti ({state}).',
    help: 'The argument holds the SQLSTATE of PostgreSQL (appendix A of its manual). Change the query or the values.',
  }),
  REPORT_QUERY_TIMEOUT: error(422, {
    en: 'The query took too long.',
    tr: 'Sorgu çok uzun sürdü.',
    help: 'A preview has 10 seconds. Filter more, or run the report.',
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
  REPORT_SYSTEM_RECORD: error(409, {
    en: '{code} is shipped with the platform and cannot be changed.',
    tr: '{code} platformla birlikte gelir, değiştirilemez.',
    help: 'Copy a ready report and change the copy; put reports and groups of your own elsewhere.',
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
    help: 'A tenant has at most 10,000 groups, 10,000 reports, 100 data adapters and 200 CSV files. Delete what nobody needs.',
  }),
  REPORT_EXECUTION_NOT_FOUND: error(404, {
    en: 'There is no such run of a report: {asked}.',
    tr: 'Böyle bir rapor çalıştırması yok: {asked}.',
    help: 'The identifier names no run that the caller may see, or one that is no longer kept.',
  }),
  REPORT_DISABLED: error(409, {
    en: 'The report {code} is disabled.',
    tr: '{code} raporu devre dışı.',
    help: 'Activate it before it is run.',
  }),
  REPORT_NOT_PUBLISHED: error(409, {
    en: 'The report {code} is not published.',
    tr: '{code} raporu yayımlanmamış.',
    help: 'A draft is run by whoever may write it, an archived report by nobody.',
  }),
  REPORT_OUTPUT_FORMAT_NOT_ALLOWED: error(422, {
    en: 'The report is not made as {format}.',
    tr: 'Rapor {format} biçiminde oluşturulmaz.',
    help: 'The argument names the formats of the report.',
  }),
  REPORT_TIME_ZONE_UNKNOWN: error(422, {
    en: 'There is no such time zone: {timeZone}.',
    tr: 'Böyle bir saat dilimi yok: {timeZone}.',
    help: 'Names are those of the IANA data base, such as Europe/Istanbul.',
  }),
  REPORT_QUEUE_FULL: error(429, {
    en: 'You have {limit} runs of reports that are not over.',
    tr: 'Bitmemiş {limit} rapor çalıştırmanız var.',
    help: 'Wait for one of them, or cancel one.',
  }),
  REPORT_NOT_READY: error(409, {
    en: 'The run of the report is not over.',
    tr: 'Rapor çalıştırması bitmedi.',
    help: 'Ask for its status; retryAfterMillis says when.',
  }),
  REPORT_FAILED: error(409, {
    en: 'The run of the report failed.',
    tr: 'Rapor çalıştırması başarısız oldu.',
    help: 'The argument says why, as errorDetail of the run does.',
  }),
  REPORT_CANCELLED: error(409, {
    en: 'The run of the report was cancelled.',
    tr: 'Rapor çalıştırması iptal edildi.',
    help: 'Run the report again.',
  }),
  REPORT_OUTPUT_EXPIRED: error(410, {
    en: 'The run of the report is over for too long.',
    tr: 'Rapor çalıştırmasının süresi doldu.',
    help: 'Its files or its rows have gone; run the report again.',
  }),
  REPORT_RUN_TIMEOUT: error(504, {
    en: 'The report takes longer than the answer waits.',
    tr: 'Rapor yanıtın beklediğinden uzun sürüyor.',
    help: 'The run goes on; the argument names it. Ask for its status, then for its file.',
  }),
};
