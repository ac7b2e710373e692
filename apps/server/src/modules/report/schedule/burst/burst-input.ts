// Checks the bursts of schedules, when one is saved and again when it runs.
import { reportBurstRecipientsMax } from '@keelson/contract';
import { type ArgumentProblem, fail } from '../../../../kernel/request/errors.ts';
import type { PreparedRun, Runner } from '../../execution/feature.ts';
import type { ScheduleBurst, ScheduleDelivery } from '../record/schedule.types.ts';

const MANAGE = 'REPORT_SCHEDULE_MANAGE';
const NAMED = ['toList', 'toUserList', 'ccList'] as const;

interface Meant {
  readonly burst: ScheduleBurst | null;
  readonly delivery: ScheduleDelivery | null;
}

const problem = (field: string, message: string): ArgumentProblem => ({ field, code: 'NOT_ALLOWED', message });

export function mayBurst({ caller }: Runner): boolean {
  return caller.holds(MANAGE);
}

export const recipientsMaxOf = ({ maxRecipients }: ScheduleBurst): number => maxRecipients ?? reportBurstRecipientsMax;

/**
 * Finds fields of a delivery that a burst must not have: the rows name the recipients, and links would lead to the rows
 * of all.
 */
export function burstProblems({ burst, delivery }: Meant): readonly ArgumentProblem[] {
  if (burst === null) return [];
  const named = NAMED.filter((field) => (delivery?.[field]?.length ?? 0) > 0);
  return [
    ...named.map((field) => problem(`delivery.${field}`, 'Is said by the rows of a burst.')),
    ...(delivery?.attach === false ? [problem('delivery.attach', 'Files of a burst are attached.')] : []),
  ];
}

/** Fails with 422 REPORT_RECIPIENT_NOT_ALLOWED where the runner may not write to others, as a burst does. */
export function requireBurst(runner: Runner, burst: ScheduleBurst | null): void {
  if (burst === null || mayBurst(runner)) return;
  fail('REPORT_RECIPIENT_NOT_ALLOWED', { errorArguments: [problem('burst', 'Writes to others than oneself.')] });
}

/**
 * Fails with 422 REPORT_RECIPIENT_INVALID where no text column has the name. Where the columns are unknown, the run
 * checks this.
 */
export function requireRecipientColumn(burst: ScheduleBurst | null, { columns }: Pick<PreparedRun, 'columns'>): void {
  if (burst === null || columns === null) return;
  const found = columns.find(({ name }) => name === burst.recipientColumn);
  if (found?.type === 'STRING') return;
  const wrong = problem('burst.recipientColumn', 'Must be a column of text of the report.');
  fail('REPORT_RECIPIENT_INVALID', { errorArguments: [wrong] });
}
