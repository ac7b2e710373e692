// Shows history as the interface shows it.
import type { ActivityInstance, InstanceUpdate, TaskChanges, TimelineDetail, TimelineEntry } from '@keelson/bpmn-core';
import type { SvcBpmnActivityModel, SvcBpmnTimelineEntryModel } from '@keelson/contract';
import { upperName } from '../../../kernel/text/upper-name.ts';
import { isoDate, isoDateOrNull } from '../interface/iso-date.ts';
import { activityId, executionId, taskId } from '../interface/part-id.ts';
import type { FoundHistory } from './history.service.ts';

export function timelineEntryToWire({ instanceId }: FoundHistory, entry: TimelineEntry): SvcBpmnTimelineEntryModel {
  const named = detailToWire(instanceId, entry.detail);
  return {
    at: isoDate(entry.at),
    seq: entry.seq,
    kind: upperName(entry.kind),
    elementId: entry.elementId,
    elementName: entry.elementName,
    elementType: entry.elementType,
    executionId: entry.executionNumber === null ? null : executionId(instanceId, entry.executionNumber),
    actor: entry.actor,
    command: entry.command,
    detail: Object.keys(named).length === 0 ? null : named,
  };
}

function detailToWire(instanceId: string, { task, changes, previousChanges, ...detail }: TimelineDetail) {
  return {
    ...(task === undefined ? {} : { taskId: taskId(instanceId, task) }),
    ...detail,
    ...(changes === undefined ? {} : { changes: changesToWire(changes) }),
    ...(previousChanges === undefined ? {} : { previousChanges: changesToWire(previousChanges) }),
  };
}

/** Makes the answer of changes, under the names that the fields have in a task and in an instance. */
function changesToWire({ dueAt, followUpAt, delegation, ...changes }: Omit<TaskChanges, 'priority'> & InstanceUpdate) {
  return {
    ...changes,
    ...(dueAt === undefined ? {} : { dueDate: isoDateOrNull(dueAt) }),
    ...(followUpAt === undefined ? {} : { followUpDate: isoDateOrNull(followUpAt) }),
    ...(delegation === undefined ? {} : { delegationState: delegation }),
  };
}

export function activityToWire(
  { instanceId, origin, history }: FoundHistory,
  activity: ActivityInstance,
): SvcBpmnActivityModel {
  const { startedAt, endedAt } = activity;
  const compiled = history.versionOf(activity.processDefinitionId);
  return {
    id: activityId(instanceId, activity.number),
    parentId: activity.parent === null ? null : activityId(instanceId, activity.parent),
    elementId: activity.elementId,
    elementName: activity.elementName,
    elementType: activity.elementType,
    executionId: executionId(instanceId, activity.executionNumber),
    processInstanceId: instanceId,
    rootProcessInstanceId: instanceId,
    processDefinitionId: compiled.id,
    processDefinitionKey: compiled.key,
    processDefinitionName: compiled.name,
    deploymentId: compiled.deploymentId,
    taskDefinitionKey: activity.elementType === 'userTask' ? activity.elementId : null,
    businessKey: origin.business_key,
    tenantIdentifier: origin.tenant_identifier,
    state: activity.state as SvcBpmnActivityModel['state'],
    startTime: isoDate(startedAt),
    endTime: isoDateOrNull(endedAt),
    durationMillis: endedAt === null ? null : endedAt - startedAt,
    loopCounter: activity.loopCounter,
    assignee: activity.assignee,
    calledProcessInstanceId: activity.calledInstanceId,
  };
}
