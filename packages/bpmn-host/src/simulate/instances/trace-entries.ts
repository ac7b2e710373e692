// Turns the history of a step into the lines that a person reads.
import type { HistoryEvent, NodeIndex, ProcessModel, Value } from '@keelson/bpmn-core';
import type { SimulatedInstance, TraceEntry, TraceKind } from '../world/simulation-types.ts';

/** Nodes of the activity instances and waits of one instance, by their numbers. */
export type NodesOfNumbers = Map<number, NodeIndex>;

type Fields = Pick<TraceEntry, 'detail' | 'value' | 'message'>;
type Described = { readonly kind: TraceKind; readonly node: NodeIndex | null } & Fields;

export function entriesOf(
  instance: Pick<SimulatedInstance, 'number' | 'definition'>,
  at: number,
  events: readonly HistoryEvent[],
  nodes: NodesOfNumbers,
): readonly TraceEntry[] {
  return events.flatMap((event) => {
    const described = describe(event, nodes);
    if (described === null) return [];
    const { kind, node, ...fields } = described;
    return entryOf(instance, at, kind, node, fields);
  });
}

export function entryOf(
  { number, definition }: Pick<SimulatedInstance, 'number' | 'definition'>,
  at: number,
  kind: TraceKind,
  node: NodeIndex | null,
  fields: Fields = {},
): TraceEntry {
  return {
    at: new Date(at).toISOString(),
    kind,
    instance: number,
    process: definition.key,
    ...elementOf(definition.model, node),
    ...fields,
  };
}

type Element = Pick<TraceEntry, 'elementId' | 'elementType' | 'elementName'>;

function elementOf(model: ProcessModel, node: NodeIndex | null): Element {
  const element = node === null ? undefined : model.nodes[node];
  if (element === undefined) return { elementId: null, elementType: null, elementName: null };
  return { elementId: element.id, elementType: element.type, elementName: element.name };
}

function describe(event: HistoryEvent, nodes: NodesOfNumbers): Described | null {
  switch (event[0]) {
    case 'i':
      return { kind: 'STARTED', node: null };
    case 'a':
      nodes.set(event[1], event[2]);
      return { kind: 'ENTERED', node: event[2] };
    case 'c':
      return { kind: 'COMPLETED', node: nodes.get(event[1]) ?? null };
    case 'W':
      return { kind: 'CANCELLED', node: event[2], detail: 'WITHDRAWN' };
    case 'k':
      if (event[2] === 'COMPENSATED') return null;
      return { kind: 'CANCELLED', node: nodes.get(event[1]) ?? null, detail: event[2] };
    case 'v':
      return variable(event[1], event[2]);
    case 'l':
      return variable(event[2], event[3]);
    case 'm':
      return { kind: 'MESSAGE_SENT', node: event[1], ...named(event[2]) };
    case 'g':
      return { kind: 'SIGNAL_THROWN', node: event[1], ...named(event[2]) };
    case 's':
      return { kind: 'ESCALATION_THROWN', node: event[1], ...named(event[2]) };
    case 'r':
      return { kind: 'ERROR_THROWN', node: event[1], ...named(event[2]) };
    case 'b':
      return { kind: 'COMPENSATION', node: event[2] };
    case 'p':
      return { kind: 'INCIDENT', node: event[2], detail: event[3] };
    case 'e':
      return { kind: 'ENDED', node: null, detail: event[1], ...(event[2] == null ? {} : { message: event[2] }) };
    default:
      return null;
  }
}

function variable(name: string, value: Value): Described {
  return { kind: 'VARIABLE', node: null, detail: name, value };
}

function named(name: string | null): Fields {
  return name === null ? {} : { detail: name };
}
