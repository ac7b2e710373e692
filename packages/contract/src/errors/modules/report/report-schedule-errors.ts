// Declares the error codes of schedules of reports.
import { error } from '../../definition.ts';

export const reportScheduleErrors = {
  REPORT_SCHEDULE_NOT_FOUND: error(404, {
    en: 'There is no such report schedule: {asked}.',
    tr: 'Böyle bir rapor zamanlaması yok: {asked}.',
    help: 'The identifier names no schedule that the caller may see, or one that was deleted.',
  }),
  REPORT_SCHEDULE_RUN_NOT_FOUND: error(404, {
    en: 'There is no such run of a report schedule: {asked}.',
    tr: 'Bir rapor zamanlamasının böyle bir çalışması yok: {asked}.',
    help: 'The identifier names no run that the caller may see, or one that is no longer kept.',
  }),
  REPORT_RECIPIENT_INVALID: error(422, {
    en: 'Somebody to whom the report shall be mailed is unknown.',
    tr: 'Raporun postalanacağı alıcılardan biri bilinmiyor.',
    help: 'The arguments name each address that is none and each user that nobody is.',
  }),
  REPORT_RECIPIENT_NOT_ALLOWED: error(422, {
    en: 'The report may not be mailed to somebody of those named.',
    tr: 'Rapor, adı verilenlerden birine postalanamaz.',
    help: 'Others than oneself need REPORT_SCHEDULE_MANAGE, addresses of nobody here REPORT_DELIVER_EXTERNAL as well. The arguments name them.',
  }),
  REPORT_SCHEDULE_LIMIT_REACHED: error(409, {
    en: 'You have {limit} report schedules already.',
    tr: 'Zaten {limit} rapor zamanlamanız var.',
    help: 'Delete one that nobody needs, or ask for several reports less often.',
  }),
  REPORT_SCHEDULE_OVER: error(422, {
    en: 'The schedule has no date to come.',
    tr: 'Zamanlamanın gelecekte hiçbir tarihi yok.',
    help: 'runDate or endDate has passed, every date is excluded, or the calendar has no such day.',
  }),
  REPORT_IN_USE: error(409, {
    en: 'Schedules run the report {code}; so many: {count}.',
    tr: '{code} raporunu çalıştıran zamanlama sayısı: {count}.',
    help: 'The arguments name them: deactivate or delete them first, or have them disabled by force=true.',
  }),
  REPORT_CRON_INVALID: error(422, {
    en: 'The cron pattern cannot be read.',
    tr: 'Cron ifadesi okunamıyor.',
    help: 'Five fields with one blank between them: minute, hour, day of the month, month, day of the week, as `0 8 * * 1-5`.',
  }),
  REPORT_INTERVAL_TOO_SMALL: error(422, {
    en: 'A schedule runs at most every {limit} seconds.',
    tr: 'Bir zamanlama en sık {limit} saniyede bir çalışır.',
    help: 'Give a larger intervalSeconds.',
  }),
};
