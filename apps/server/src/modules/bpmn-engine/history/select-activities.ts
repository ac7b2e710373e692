// Filters, sorts and pages the activities of one instance in memory: they are read together from its history.
import type { ActivityInstance } from '@keelson/bpmn-core';
import type { Pageable, SvcBpmnActivityQueryModel } from '@keelson/contract';

type SortProperty = 'startTime' | 'endTime' | 'elementId' | 'elementType';

/** Rows of the page and how many match in all. */
export function selectActivities(
  activities: readonly ActivityInstance[],
  query: SvcBpmnActivityQueryModel,
  request: Pageable<SortProperty>,
): { rows: ActivityInstance[]; total: number } {
  const matching = activities.filter((activity) => matches(activity, query));
  matching.sort((left, right) => compare(left, right, request));
  const start = request.pageNumber * request.pageSize;
  return { rows: matching.slice(start, start + request.pageSize), total: matching.length };
}

function matches(activity: ActivityInstance, query: SvcBpmnActivityQueryModel): boolean {
  if (query.elementId != null && activity.elementId !== query.elementId) return false;
  if (query.elementTypes != null && !query.elementTypes.includes(activity.elementType)) return false;
  if (query.states != null && !query.states.some((state) => state === activity.state)) return false;
  if (query.assignee != null && activity.assignee !== query.assignee) return false;
  if (query.startTimeFrom != null && activity.startedAt < Date.parse(query.startTimeFrom)) return false;
  return query.startTimeTo == null || activity.startedAt < Date.parse(query.startTimeTo);
}

function compare(left: ActivityInstance, right: ActivityInstance, { sort }: Pageable<SortProperty>): number {
  const sign = sort.direction === 'ASC' ? 1 : -1;
  for (const property of sort.properties) {
    const order = compareValues(sortValue(left, property), sortValue(right, property), sign);
    if (order !== 0) return order;
  }
  return sign * (left.number - right.number);
}

/** What has no value comes last in both directions. */
function compareValues(left: string | number | null, right: string | number | null, sign: number): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -sign : sign;
}

function sortValue(activity: ActivityInstance, property: SortProperty): string | number | null {
  switch (property) {
    case 'startTime':
      return activity.startedAt;
    case 'endTime':
      return activity.endedAt;
    case 'elementId':
      return activity.elementId;
    case 'elementType':
      return activity.elementType;
  }
}
