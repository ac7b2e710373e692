// Shows a past moment of an instance as the interface shows it.
import type { NodeIndex } from '@keelson/bpmn-core';
import type { SvcBpmnReplayModel } from '@keelson/contract';
import { upperName } from '../../../kernel/text/upper-name.ts';
import { isoDate } from '../interface/iso-date.ts';
import { activityId, executionId, taskId } from '../interface/part-id.ts';
import type { FoundHistory } from './history.service.ts';

/** Makes the answer of a past moment; `at` is epoch milliseconds. */
export function replayToWire({ instanceId, compiled, history }: FoundHistory, at: number): SvcBpmnReplayModel {
  const { endState, suspended, endElementIds, variables, activities, tasks, waits, scopes } = history.state();
  const elementAt = (index: NodeIndex) => {
    const node = compiled.model.nodes[index];
    if (node === undefined)
      throw new Error(`the history of ${instanceId} names the element ${index}, which is not there`);
    return { elementId: node.id, elementName: node.name, elementType: node.type };
  };
  const runningState = suspended ? 'SUSPENDED' : 'ACTIVE';
  return {
    processInstanceId: instanceId,
    processDefinitionId: compiled.id,
    at: isoDate(at),
    state: endState === null ? runningState : 'ENDED',
    endState,
    endElementIds: [...endElementIds],
    variables: { ...variables },
    activities: activities.map(({ number, node, token, since }) => ({
      id: activityId(instanceId, number),
      ...elementAt(node),
      executionId: executionId(instanceId, token),
      startTime: isoDate(since),
      variables: { ...scopes.get(number) },
    })),
    tasks: tasks.map(({ number, node, createdAt, assignee, owner, candidateUsers, candidateGroups }) => ({
      id: taskId(instanceId, number),
      ...elementAt(node),
      assignee,
      owner,
      candidateUsers: [...candidateUsers],
      candidateGroups: [...candidateGroups],
      createTime: isoDate(createdAt),
    })),
    waits: [...waits.values()].map(({ node, kind }) => ({ ...elementAt(node), kind: upperName(kind) })),
  };
}
