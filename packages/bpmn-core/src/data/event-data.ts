// Events have data: a payload becomes the data outputs of a catch event, data inputs of a throw event become the payload.
import type { Burst, Scope } from '../instance/burst.ts';
import { emptyScope, findVariable, setLocal, setVariable } from '../instance/scope.ts';
import type { Trigger, TriggerKind } from '../model/event-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import { ownValue, putValue, type Value, type Variables } from '../values/values.ts';
import { associate } from './data.ts';

const WITH_PAYLOAD: ReadonlySet<TriggerKind> = new Set<TriggerKind>(['message', 'signal', 'error', 'escalation']);

/** Answers the data item of the trigger: there is one for each that has a payload, in their order; null where the event has none. */
function itemOf({ event }: FlowNode, trigger: Trigger): string | null {
  // A multi-instance activity reports without being an event.
  if (event === null) return null;
  const { items, triggers } = event;
  if (items.length === 0 || !WITH_PAYLOAD.has(trigger.kind)) return null;
  return items[triggers.filter(({ kind }) => WITH_PAYLOAD.has(kind)).indexOf(trigger)] ?? null;
}

/** Hands the payload to the data of the event or task; true where it has such, and the fields become no variables of their own. */
export function catchData(burst: Burst, node: FlowNode, trigger: Trigger, scope: Scope, payload: Variables): boolean {
  const item = itemOf(node, trigger);
  if (item === null) return false;
  const value = ownValue(payload, item) ?? payload;
  if (node.activity !== null) {
    // A receive task hands it on by its own associations when it completes.
    setLocal(burst, scope, item, value);
    return true;
  }
  const seen = emptyScope(scope.number, scope, scope.token, null);
  seen.variables = { [item]: value };
  for (const association of node.event!.associations) {
    if (association.sources.length > 0 && !association.sources.includes(item)) continue;
    associate(burst, node, association, seen, scope, setVariable);
  }
  return true;
}

/** Answers what the data of the event or task give as payload: the fields of a map, or the one value under its name. */
export function thrownData(burst: Burst, node: FlowNode, trigger: Trigger, scope: Scope): Variables {
  const item = itemOf(node, trigger);
  if (item === null) return {};
  const given: Record<string, Value> = {};
  for (const association of node.event!.associations) {
    associate(burst, node, association, scope, scope, (_burst, _scope, name, each) => putValue(given, name, each));
  }
  const value = ownValue(given, item) ?? findVariable(scope, item) ?? null;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return isMap ? (value as Variables) : { [item]: value };
}
