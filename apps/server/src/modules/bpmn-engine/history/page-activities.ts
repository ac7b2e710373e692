// Pages the activities of one instance in memory: they are read together from its history.
import type { ActivityInstance } from '@keelson/bpmn-core';
import { activitySortStandard, resolvePageable, type SvcBpmnActivityQueryModel } from '@keelson/contract';
import { pageInMemory } from '../../../kernel/records/page-in-memory.ts';
import type { FoundHistory } from './history.service.ts';
import { activityToWire } from './history.wire.ts';

/** Sorts the activities in the order asked for, those that began first when nothing else distinguishes them. */
const ORDER = {
  keys: {
    startTime: (activity: ActivityInstance) => activity.startedAt,
    endTime: (activity: ActivityInstance) => activity.endedAt,
    elementId: (activity: ActivityInstance) => activity.elementId,
    elementType: (activity: ActivityInstance) => activity.elementType,
  },
  tieBreak: (activity: ActivityInstance) => activity.number,
};

export function pageActivities(found: FoundHistory, query: SvcBpmnActivityQueryModel) {
  const matching = found.history.activities().filter((activity) => matches(activity, query));
  const request = resolvePageable(query.pageable, activitySortStandard);
  return pageInMemory(matching, request, ORDER, (activity) => activityToWire(found, activity));
}

function matches(activity: ActivityInstance, query: SvcBpmnActivityQueryModel): boolean {
  if (query.elementId != null && activity.elementId !== query.elementId) return false;
  if (query.elementTypes != null && !query.elementTypes.includes(activity.elementType)) return false;
  if (query.states != null && !query.states.some((state) => state === activity.state)) return false;
  if (query.assignee != null && activity.assignee !== query.assignee) return false;
  if (query.startTimeFrom != null && activity.startedAt < Date.parse(query.startTimeFrom)) return false;
  return query.startTimeTo == null || activity.startedAt < Date.parse(query.startTimeTo);
}
