// Tests of compensation share handlers, events that throw it, and a process that books and takes back.
import type { NodeType, ProcessModel } from '../model/process-model.ts';
import { type NodeDraft, type ProcessDraft, processModel } from './model-builder.ts';
import { compensation } from './triggers.ts';

/** Makes an activity that only compensates. */
export const handler = (type: NodeType = 'task', fields: NodeDraft = {}): readonly [NodeType, NodeDraft] => [
  type,
  { activity: { isForCompensation: true }, ...fields },
];
/** Makes an event that throws a compensation. */
export const throwing = (fields: Parameters<typeof compensation>[0] = {}): NodeDraft => ({
  triggers: [compensation(fields)],
});

/** Makes a process that books twice, then waits in `ask`, then compensates and goes on to `next`. */
export function booking(
  more: ProcessDraft['nodes'] = {},
  undo: NodeDraft = throwing(),
  flows: ProcessDraft['flows'] = [],
): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      book: ['task', { compensatedBy: 'unbook' }],
      pay: ['task', { compensatedBy: 'refund' }],
      ask: 'userTask',
      undo: ['intermediateThrowEvent', undo],
      next: 'userTask',
      unbook: handler(),
      refund: handler('userTask'),
      ...more,
    },
    flows: [['start', 'book'], ['book', 'pay'], ['pay', 'ask'], ['ask', 'undo'], ['undo', 'next'], ...flows],
  });
}
