// Pages the activities of all instances of a process that began within a time.
import {
  activityDaysMax,
  activitySortStandard,
  resolvePageable,
  type SvcBpmnActivityQueryModel,
} from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Act } from '../../../../kernel/records/act.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import { fail, invalid } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { FoundHistory, HistoryService } from '../history.service.ts';
import { activityToWire } from '../history.wire.ts';
import type { ActivityPageStore, ActivityPlace } from './activity-page.store.ts';

/** Bound of the rows of the history that a page reads: each may be some kilobytes that the database takes apart. */
export const HISTORY_ROWS_MAX = 20_000;

export function createActivityPagesService({
  store,
  service,
  catchUp,
}: {
  readonly store: ActivityPageStore;
  readonly service: Pick<HistoryService, 'find'>;
  readonly catchUp: () => Promise<number | null>;
}) {
  /** Makes the answer of activities; one that was deleted since it was found is left out. */
  async function show(act: Act, places: readonly ActivityPlace[]) {
    const found = new Map<string, FoundHistory | null>();
    for (const { instance_id: id } of places) if (!found.has(id)) found.set(id, await service.find(act, id));
    return places.flatMap(({ instance_id: id, number }) => {
      const history = found.get(id);
      const activity = history?.history.activities().find((each) => each.number === number);
      return history == null || activity === undefined ? [] : [activityToWire(history, activity)];
    });
  }

  return {
    async page(act: Act, query: SvcBpmnActivityQueryModel) {
      const { processDefinitionId, processDefinitionKey, startTimeFrom, startTimeTo, pageable, ...filters } = query;
      const { from, to } = checkSpan(startTimeFrom, startTimeTo);
      const request = resolvePageable(pageable, activitySortStandard);
      await catchUp();
      const { caller } = act;
      const seesAll = caller.holds('BPMN_HISTORY_VIEW') || caller.holds('BPMN_INSTANCE_VIEW');
      const span = {
        tenantIdentifier: caller.tenantIdentifier,
        ownOf: seesAll ? null : foldName(caller.username),
        definitionIds: processDefinitionId ? [processDefinitionId] : await store.versions(processDefinitionKey ?? ''),
        from,
        to,
      };
      if ((await store.countRows(span, HISTORY_ROWS_MAX + 1)) > HISTORY_ROWS_MAX)
        return fail('RESULT_TOO_LARGE', { parameters: { limit: HISTORY_ROWS_MAX } });
      const { places, total } = await store.page(span, filters, request);
      return pageBody(await show(act, places), total, request);
    },
  };
}

export type ActivityPagesService = ReturnType<typeof createActivityPagesService>;

function checkSpan(from: string | null | undefined, to: string | null | undefined) {
  if (!from)
    invalid({ field: 'startTimeFrom', code: 'REQUIRED', message: 'Activities of many instances need a range.' });
  if (!to) invalid({ field: 'startTimeTo', code: 'REQUIRED', message: 'Activities of many instances need a range.' });
  const span = { from: new Date(from), to: new Date(to) };
  const days = (span.to.getTime() - span.from.getTime()) / DAY_MS;
  if (days <= 0 || days > activityDaysMax) {
    const message = `The range ends after it begins, and is at most ${activityDaysMax} days.`;
    invalid({ field: 'startTimeTo', code: 'RANGE_INVALID', message });
  }
  return span;
}
