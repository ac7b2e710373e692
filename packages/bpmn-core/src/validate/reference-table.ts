// Which attributes and child elements name other elements, and what kind of element each must name.
import {
  ACTIVITY_TYPES,
  CHOREOGRAPHY_ACTIVITY_TYPES,
  EVENT_DEFINITION_TYPES,
  EVENT_TYPES,
  GATEWAY_TYPES,
} from './element-types.ts';

/** What a reference may lead to. */
export interface ReferenceKind {
  /** Null where any element may be named. */
  readonly types: ReadonlySet<string> | null;
  /** For messages. */
  readonly expected: string;
  /** The named element must lie in the same scope or in one around it. */
  readonly enclosing?: boolean;
}

/** By the attribute or child element that names. */
export type ReferenceKinds = Readonly<Record<string, ReferenceKind>>;

function one(type: string): ReferenceKind {
  return { types: new Set([type]), expected: type };
}

const FLOW_NODE_TYPES = new Set([...ACTIVITY_TYPES, ...GATEWAY_TYPES, ...EVENT_TYPES, ...CHOREOGRAPHY_ACTIVITY_TYPES]);
const FLOW_NODE: ReferenceKind = { types: FLOW_NODE_TYPES, expected: 'flow node' };
const ANY: ReferenceKind = { types: null, expected: 'element' };
const EVENT_DEFINITION: ReferenceKind = { types: EVENT_DEFINITION_TYPES, expected: 'event definition' };
const SEQUENCE_FLOW = one('sequenceFlow');
const ITEM = one('itemDefinition');
const MESSAGE = one('message');
const OPERATION = one('operation');
const RESOURCE_ROLE: ReferenceKinds = { resourceRef: one('resource') };

/** Ends of message flows: participants, and the tasks and events inside them. */
const INTERACTION_NODE: ReferenceKind = {
  types: new Set([
    'participant',
    ...ACTIVITY_TYPES,
    ...EVENT_TYPES,
    'conversation',
    'subConversation',
    'callConversation',
  ]),
  expected: 'participant, activity or event',
};

const FLOW_NODE_LISTS: ReferenceKinds = { incoming: SEQUENCE_FLOW, outgoing: SEQUENCE_FLOW };

const OF_TYPE: Readonly<Record<string, ReferenceKinds>> = {
  process: { definitionalCollaborationRef: one('collaboration'), supportedInterfaceRef: one('interface') },
  sequenceFlow: { sourceRef: FLOW_NODE, targetRef: FLOW_NODE },
  lane: { flowNodeRef: FLOW_NODE, partitionElementRef: ANY },
  association: { sourceRef: ANY, targetRef: ANY },
  group: { categoryValueRef: one('categoryValue') },
  participant: { processRef: one('process'), interfaceRef: one('interface'), endPointRef: one('endPoint') },
  messageFlow: { sourceRef: INTERACTION_NODE, targetRef: INTERACTION_NODE, messageRef: MESSAGE },
  message: { itemRef: ITEM },
  signal: { structureRef: ITEM },
  error: { structureRef: ITEM },
  escalation: { structureRef: ITEM },
  resourceRole: RESOURCE_ROLE,
  performer: RESOURCE_ROLE,
  humanPerformer: RESOURCE_ROLE,
  potentialOwner: RESOURCE_ROLE,
  dataObject: { itemSubjectRef: ITEM },
  dataObjectReference: { itemSubjectRef: ITEM, dataObjectRef: { ...one('dataObject'), enclosing: true } },
  dataStoreReference: { itemSubjectRef: ITEM, dataStoreRef: one('dataStore') },
  boundaryEvent: {
    attachedToRef: { types: ACTIVITY_TYPES, expected: 'activity' },
    eventDefinitionRef: EVENT_DEFINITION,
  },
  startEvent: { eventDefinitionRef: EVENT_DEFINITION },
  endEvent: { eventDefinitionRef: EVENT_DEFINITION },
  intermediateCatchEvent: { eventDefinitionRef: EVENT_DEFINITION },
  intermediateThrowEvent: { eventDefinitionRef: EVENT_DEFINITION },
  messageEventDefinition: { messageRef: MESSAGE, operationRef: OPERATION },
  signalEventDefinition: { signalRef: one('signal') },
  escalationEventDefinition: { escalationRef: one('escalation') },
  sendTask: { messageRef: MESSAGE, operationRef: OPERATION },
  receiveTask: { messageRef: MESSAGE, operationRef: OPERATION },
  serviceTask: { operationRef: OPERATION },
};

function kindsOf(type: string): ReferenceKinds | undefined {
  const own = OF_TYPE[type];
  if (!FLOW_NODE_TYPES.has(type)) return own;
  const withDefault = ACTIVITY_TYPES.has(type) || GATEWAY_TYPES.has(type);
  return { ...FLOW_NODE_LISTS, ...(withDefault ? { default: SEQUENCE_FLOW } : {}), ...own };
}

/** By element type, then by the attribute or child element that names. */
export const REFERENCE_KINDS: ReadonlyMap<string, ReferenceKinds> = new Map(
  [...new Set([...FLOW_NODE_TYPES, ...Object.keys(OF_TYPE)])].flatMap((type) => {
    const kinds = kindsOf(type);
    return kinds === undefined ? [] : [[type, kinds] as const];
  }),
);
