// Decides whose schedules a caller may see and change.
import type { Act } from '../../../kernel/records/act.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Schedule } from './record/schedule.store.ts';

const VIEW = 'REPORT_SCHEDULE_VIEW';
const MANAGE = 'REPORT_SCHEDULE_MANAGE';

/** Says whether the caller sees every schedule of the tenant. */
export function seesAll({ caller }: Act): boolean {
  return caller.holds(VIEW) || caller.holds(MANAGE);
}

/** Answers the schedule; 404 where the caller may not see it, 403 where the caller may only see it. */
export function requireSchedule(act: Act, row: Schedule, need: 'SEE' | 'CHANGE'): Schedule {
  const isOwn = row.ownerFolded === foldName(act.caller.username);
  if (!isOwn && !seesAll(act)) failNotFound('REPORT_SCHEDULE_NOT_FOUND', { uuid: row.uuid });
  if (need === 'CHANGE' && !isOwn && !act.caller.holds(MANAGE)) failAuthority(MANAGE);
  return row;
}
