// Names the elements at which a running instance stands.
import type { FlowNode, InstanceState, Token } from '@keelson/bpmn-core';

/** A user task has the name of its open task: what the model says may be an expression, and may have been changed by hand since. */
export function placeNamesOf({ tasks }: InstanceState): (token: Token, node: FlowNode | undefined) => string | null {
  const openTasks = new Map(tasks.map((task) => [task.token, task]));
  return (token, node) => (openTasks.get(token.number) ?? node)?.name ?? null;
}
