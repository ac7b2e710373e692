// Operations on the history.
import { activitySortStandard, resolvePageable, timelineEntriesMax } from '@keelson/contract';
import { pageBody } from '../../../kernel/records/page.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import type { EngineHandlers } from '../interface/part-id.ts';
import type { HistoryService } from './history.service.ts';
import { activityToWire, timelineEntryToWire } from './history.wire.ts';
import { selectActivities } from './select-activities.ts';

type HistoryHandlers = Pick<EngineHandlers, 'getTimeline' | 'queryActivities'>;

export function createHistoryHandlers(service: HistoryService): HistoryHandlers {
  return {
    async getTimeline({ params, query, caller }) {
      const from = query.cursor === undefined ? 0 : parseCursor(query.cursor);
      const { found, entries } = await service.timeline(caller, params.id);
      const shown = entries.slice(from, from + timelineEntriesMax);
      const next = from + shown.length;
      const data = shown.map((entry) => timelineEntryToWire(found, entry));
      return { data, nextCursor: next < entries.length ? String(next) : null };
    },
    async queryActivities({ body, caller }) {
      const request = resolvePageable(body.pageable, activitySortStandard);
      const { found, activities } = await service.activities(caller, body.processInstanceId);
      const { rows, total } = selectActivities(activities, body, request);
      return pageBody(
        rows.map((activity) => activityToWire(found, activity)),
        total,
        request,
      );
    },
  };
}

/** The cursor is the number of the next entry. */
function parseCursor(cursor: string): number {
  if (!/^(0|[1-9][0-9]{0,8})$/.test(cursor)) {
    invalid({ field: 'query.cursor', code: 'PATTERN', message: 'Send the nextCursor of the answer before.' });
  }
  return Number(cursor);
}
