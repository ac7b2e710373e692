// Decides whose schedules somebody may see and change.
import type { Act } from '../../../kernel/records/act.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Schedule } from './record/schedule.store.ts';

const VIEW = 'REPORT_SCHEDULE_VIEW';
const MANAGE = 'REPORT_SCHEDULE_MANAGE';

/** Sees every schedule of the tenant. */
export function seesAll({ caller }: Act): boolean {
  return caller.holds(VIEW) || caller.holds(MANAGE);
}

/** Answers the schedule; 404 for whoever may not see it, 403 for whoever sees it and no more. */
export function requireSchedule(act: Act, row: Schedule, need: 'SEE' | 'CHANGE'): Schedule {
  const isOwn = row.ownerFolded === foldName(act.caller.username);
  if (!isOwn && !seesAll(act)) failNotFound('REPORT_SCHEDULE_NOT_FOUND', { uuid: row.uuid });
  if (need === 'CHANGE' && !isOwn && !act.caller.holds(MANAGE)) failAuthority(MANAGE);
  return row;
}
