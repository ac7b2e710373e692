// What a reference may lead to, and the kinds that several elements of the standard share.
import {
  ACTIVITY_TYPES,
  CHOREOGRAPHY_ACTIVITY_TYPES,
  CONVERSATION_NODE_TYPES,
  DATA_TYPES,
  EVENT_DEFINITION_TYPES,
  EVENT_TYPES,
  GATEWAY_TYPES,
} from '../facts/types/element-types.ts';

/** What a reference may lead to. */
export interface ReferenceKind {
  /** Types that may be named; null where any element may be. */
  readonly types: ReadonlySet<string> | null;
  /** What messages say that the reference must lead to. */
  readonly expected: string;
  /** Whether the named element must belong to an element around the one that names it. */
  readonly enclosing?: boolean;
  /** Whether a rule of its own says what it must lead to. */
  readonly ruled?: boolean;
}

/** Kinds of references by the attribute or child element that names. */
export type ReferenceKinds = Readonly<Record<string, ReferenceKind>>;

export function one(type: string): ReferenceKind {
  return { types: new Set([type]), expected: type };
}

export function inside(kind: ReferenceKind): ReferenceKind {
  return { ...kind, enclosing: true };
}

/** A reference whose target is left to a rule of its own. */
export const RULED: ReferenceKind = { types: null, expected: 'element', ruled: true };

export const FLOW_NODE_TYPES: ReadonlySet<string> = new Set([
  ...ACTIVITY_TYPES,
  ...GATEWAY_TYPES,
  ...EVENT_TYPES,
  ...CHOREOGRAPHY_ACTIVITY_TYPES,
  'implicitThrowEvent',
]);

export const ANY: ReferenceKind = { types: null, expected: 'element' };
export const FLOW_NODE: ReferenceKind = { types: FLOW_NODE_TYPES, expected: 'flow node' };
export const EVENT_DEFINITION: ReferenceKind = { types: EVENT_DEFINITION_TYPES, expected: 'event definition' };
export const SEQUENCE_FLOW = one('sequenceFlow');
export const ITEM = one('itemDefinition');
export const MESSAGE = one('message');
export const OPERATION = one('operation');
export const PARTICIPANT = one('participant');
export const MESSAGE_FLOW = one('messageFlow');

/** A reference to an activity of a process or choreography, as boundary events and compensation have it. */
export const ACTIVITY: ReferenceKind = {
  types: new Set([...ACTIVITY_TYPES, ...CHOREOGRAPHY_ACTIVITY_TYPES]),
  expected: 'activity',
};

export const CONVERSATION_NODE: ReferenceKind = { types: CONVERSATION_NODE_TYPES, expected: 'conversation node' };

/** A reference to something that an association may copy the data of. */
export const DATA: ReferenceKind = {
  types: new Set([...DATA_TYPES, 'inputDataItem', 'outputDataItem']),
  expected: 'data object, store, input, output or property',
};

export const DATA_INPUT: ReferenceKind = { types: new Set(['dataInput', 'inputDataItem']), expected: 'data input' };
export const DATA_OUTPUT: ReferenceKind = { types: new Set(['dataOutput', 'outputDataItem']), expected: 'data output' };
