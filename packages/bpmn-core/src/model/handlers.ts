// The model says which event sub-processes a scope has, and by what they begin.
import { NO_NODE, type NodeIndex } from './indexes.ts';
import type { FlowNode, ProcessModel, ScopeModel } from './process-model.ts';

/** Answers the start event of an event sub-process. */
export function startOf(model: ProcessModel, eventSubProcess: NodeIndex): FlowNode {
  return model.nodes[model.scopes[model.nodes[eventSubProcess]!.body]!.trigger]!;
}

/** Answers the start event of the compensation event sub-process of a scope; null where it has none. */
export function compensationStartOf(model: ProcessModel, scope: ScopeModel | null): FlowNode | null {
  const index = scope?.eventSubProcesses.find((each) => isCompensation(startOf(model, each))) ?? NO_NODE;
  return index === NO_NODE ? null : startOf(model, index);
}

export function isCompensation({ event }: FlowNode): boolean {
  return event!.triggers.some(({ kind }) => kind === 'compensation');
}
