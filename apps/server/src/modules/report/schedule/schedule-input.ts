// Checks schedules of requests: dates, report, values; and computes the fields that follow.
import {
  reportIntervalSecondsMin,
  type SvcRToolReportScheduleModelInput,
  type SvcRToolReportScheduleUpdateModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { type ArgumentProblem, fail, failAuthority } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { type PrepareRun, requireFormat, requireTimeZone } from '../execution/feature.ts';
import type { GivenReport } from '../report.types.ts';
import { requireBurst, requireRecipientColumn } from './burst/burst-input.ts';
import { isCron, nextDate, type Plan } from './next-dates.ts';
import type { CheckRecipients } from './recipients.ts';
import { formatsOf, type Schedule } from './record/schedule.store.ts';
import { scheduledValues } from './record/schedule-values.ts';

export interface InputGround extends Pick<Kernel, 'clock'> {
  readonly findReport: (act: Act, uuid: string) => Promise<GivenReport>;
  readonly prepareRun: PrepareRun;
  readonly checkRecipients: Pick<CheckRecipients, 'require'>;
}

type Said = SvcRToolReportScheduleModelInput | SvcRToolReportScheduleUpdateModel;
/** A schedule as a body would leave it. */
export type Meant = Plan &
  Pick<
    Schedule,
    'executableReportUuid' | 'parameterMap' | 'outputFormatList' | 'locale' | 'enabled' | 'delivery' | 'burst'
  >;

/** Fields that the program writes after checking a schedule. */
export type Settled = Pick<
  Schedule,
  'timeZone' | 'outputFormatList' | 'ownerUsername' | 'ownerFolded' | 'nextRunDate' | 'dueAt'
>;

const EXECUTE = 'REPORT_EXECUTE';
const WAYS = ['cron', 'intervalSeconds', 'runDate'] as const;

const dateOf = (said: string | null | undefined, before: Date | null): Date | null =>
  said === undefined ? before : said === null ? null : new Date(said);

/** Applies a body to the stored schedule; a new one has no stored fields. */
export function meantBy(
  body: Said,
  before: Schedule | null,
  now: Date,
): Omit<Meant, 'timeZone'> & { readonly timeZone: string | null } {
  const { cron, intervalSeconds, locale, delivery, burst } = body;
  return {
    cron: cron === undefined ? (before?.cron ?? null) : cron,
    intervalSeconds: intervalSeconds === undefined ? (before?.intervalSeconds ?? null) : intervalSeconds,
    runDate: dateOf(body.runDate, before?.runDate ?? null),
    timeZone: body.timeZone ?? before?.timeZone ?? null,
    startDate: dateOf(body.startDate, before?.startDate ?? null),
    endDate: dateOf(body.endDate, before?.endDate ?? null),
    excludeDateList: body.excludeDateList ?? before?.excludeDateList ?? [],
    dateCreated: before?.dateCreated ?? now,
    executableReportUuid: body.executableReportUuid ?? before!.executableReportUuid,
    parameterMap: body.parameterMap ?? before?.parameterMap ?? {},
    outputFormatList: body.outputFormatList ?? before?.outputFormatList ?? [],
    locale: locale === undefined ? (before?.locale ?? null) : locale,
    delivery: delivery === undefined ? (before?.delivery ?? null) : delivery,
    burst: burst === undefined ? (before?.burst ?? null) : burst,
    enabled: before?.enabled ?? (body as SvcRToolReportScheduleModelInput).enabled ?? true,
  };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Finds all problems of a schedule's form at once. */
export function scheduleProblems(
  meant: Pick<Meant, (typeof WAYS)[number] | 'startDate' | 'endDate' | 'excludeDateList'>,
) {
  const problems: ArgumentProblem[] = [];
  const given = WAYS.filter((way) => meant[way] !== null);
  if (given.length !== 1) {
    const message = `Give exactly one of ${WAYS.join(', ')}.`;
    problems.push({ field: '', code: given.length === 0 ? 'REQUIRED' : 'NOT_ALLOWED', message });
  }
  const { startDate, endDate } = meant;
  if (startDate !== null && endDate !== null && endDate <= startDate)
    problems.push({ field: 'endDate', code: 'OUT_OF_RANGE', message: 'Must lie after startDate.' });
  for (const [index, day] of meant.excludeDateList.entries()) {
    const field = `excludeDateList[${index}]`;
    if (!isDay(day)) problems.push({ field, code: 'FORMAT', message: 'Must be a date such as 2026-03-31.' });
  }
  return problems;
}

/** Fails with 422 for an invalid pattern, an unknown time zone and too short an interval. */
export function requirePlan({
  cron,
  intervalSeconds,
  timeZone,
}: Pick<Plan, 'cron' | 'intervalSeconds' | 'timeZone'>): void {
  requireTimeZone(timeZone);
  if (cron !== null && !isCron(cron))
    fail('REPORT_CRON_INVALID', { errorArguments: [{ field: 'cron', code: 'PATTERN' }] });
  if (intervalSeconds !== null && intervalSeconds < reportIntervalSecondsMin)
    fail('REPORT_INTERVAL_TOO_SMALL', { parameters: { limit: reportIntervalSecondsMin } });
}

/** Answers the next date; 422 where there is none. */
export function requireNext(plan: Plan, now: Date): Date {
  return nextDate(plan, now) ?? fail('REPORT_SCHEDULE_OVER');
}

const STANDARD_TIME_ZONE = 'UTC';

export function createSettleSchedule({ clock, findReport, prepareRun, checkRecipients }: InputGround) {
  /** Checks a schedule. The caller becomes the owner, and must be a person who may run the report that way now. */
  return async (act: Act, said: ReturnType<typeof meantBy>): Promise<Settled> => {
    const { caller } = act;
    if (caller.kind !== 'person') fail('ACCESS_DENIED');
    if (!caller.holds(EXECUTE)) failAuthority(EXECUTE);
    const { report } = await findReport(act, said.executableReportUuid);
    const meant: Meant = { ...said, timeZone: said.timeZone ?? report.layout.timeZone ?? STANDARD_TIME_ZONE };
    requirePlan(meant);
    requireBurst(act, meant.burst);
    if (meant.delivery !== null) await checkRecipients.require(act, meant.delivery);
    const now = new Date(clock.now());
    const next = requireNext(meant, now);
    const formats = meant.outputFormatList.length > 0 ? formatsOf(meant) : [report.defaultOutputFormat];
    for (const [index, format] of formats.entries()) requireFormat(report, format, `outputFormatList[${index}]`);
    const prepared = await prepareRun(act, report.uuid, {
      timeZone: meant.timeZone,
      locale: meant.locale,
      outputFormat: formats[0]!,
      source: 'SCHEDULE',
      valuesFor: scheduledValues(meant.parameterMap),
    });
    requireRecipientColumn(meant.burst, prepared);
    return {
      timeZone: meant.timeZone,
      outputFormatList: formats,
      ownerUsername: caller.username,
      ownerFolded: foldName(caller.username),
      nextRunDate: meant.enabled ? next : null,
      dueAt: next,
    };
  };
}
