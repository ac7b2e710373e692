// Tests how entries of the timeline are written for the interface.
import type { TimelineEntry } from '@keelson/bpmn-core';
import { expect, it } from 'vitest';
import type { FoundHistory } from './history.service.ts';
import { timelineEntryToWire } from './history.wire.ts';

const instanceId = '01900000-0000-7000-8000-000000000001';
const entry: TimelineEntry = {
  at: 2_000,
  seq: 0,
  kind: 'task-delegated',
  nodeIndex: 1,
  elementId: 'work',
  elementName: null,
  elementType: 'userTask',
  executionNumber: 1,
  actor: 'ada',
  command: 'delegate-task',
  detail: {
    task: 4,
    taskState: 'DELEGATED',
    changes: { owner: 'bob', delegation: 'PENDING', dueAt: 0, followUpAt: null },
    previousChanges: { owner: null, delegation: null, dueAt: null, followUpAt: 1_000 },
  },
};

it('Entries of the timeline name what has changed of a task as the task itself does', () => {
  expect(timelineEntryToWire({ instanceId } as FoundHistory, entry)).toMatchObject({
    kind: 'TASK_DELEGATED',
    detail: {
      taskId: `${instanceId}-t4`,
      taskState: 'DELEGATED',
      changes: { owner: 'bob', delegationState: 'PENDING', dueDate: '1970-01-01T00:00:00.000Z', followUpDate: null },
      previousChanges: { delegationState: null, dueDate: null, followUpDate: '1970-01-01T00:00:01.000Z' },
    },
  });
});

it('Entries of the timeline without anything more to say have no detail', () => {
  expect(timelineEntryToWire({ instanceId } as FoundHistory, { ...entry, detail: {} }).detail).toBeNull();
});
