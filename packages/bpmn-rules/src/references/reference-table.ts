// Attributes and child elements name other elements: which ones do, and what kind of element each must name.
import {
  ACTIVITY_TYPES,
  CHOREOGRAPHY_ACTIVITY_TYPES,
  EVENT_TYPES,
  GATEWAY_TYPES,
} from '../facts/types/element-types.ts';
import {
  ACTIVITY,
  ANY,
  CONVERSATION_NODE,
  DATA,
  DATA_INPUT,
  DATA_OUTPUT,
  EVENT_DEFINITION,
  FLOW_NODE,
  FLOW_NODE_TYPES,
  ITEM,
  inside,
  MESSAGE,
  MESSAGE_FLOW,
  OPERATION,
  one,
  PARTICIPANT,
  type ReferenceKinds,
  RULED,
  SEQUENCE_FLOW,
} from './reference-kinds.ts';

export type { ReferenceKind, ReferenceKinds } from './reference-kinds.ts';

const TYPED: ReferenceKinds = { itemSubjectRef: ITEM };
const STRUCTURED: ReferenceKinds = { structureRef: ITEM };
const CALLABLE: ReferenceKinds = { supportedInterfaceRef: one('interface') };
const RESOURCE_ROLE: ReferenceKinds = { resourceRef: one('resource') };
const CONVERSATION: ReferenceKinds = { participantRef: inside(PARTICIPANT), messageFlowRef: MESSAGE_FLOW };
const CHOREOGRAPHY_ACTIVITY: ReferenceKinds = {
  participantRef: inside(PARTICIPANT),
  initiatingParticipantRef: PARTICIPANT,
};
const DATA_ASSOCIATION: ReferenceKinds = { sourceRef: inside(DATA), targetRef: inside(DATA) };
const SENDING: ReferenceKinds = { messageRef: MESSAGE, operationRef: OPERATION };

const PROCESS_KINDS: Readonly<Record<string, ReferenceKinds>> = {
  process: {
    ...CALLABLE,
    definitionalCollaborationRef: one('collaboration'),
    supports: one('process'),
  },
  globalTask: CALLABLE,
  globalManualTask: CALLABLE,
  globalUserTask: CALLABLE,
  globalBusinessRuleTask: CALLABLE,
  globalScriptTask: CALLABLE,
  sequenceFlow: { sourceRef: FLOW_NODE, targetRef: FLOW_NODE },
  lane: { flowNodeRef: FLOW_NODE, partitionElementRef: ANY },
  boundaryEvent: { attachedToRef: ACTIVITY },
  serviceTask: { operationRef: OPERATION },
  sendTask: SENDING,
  receiveTask: SENDING,
  // What it calls may lie in another deployment, which ACT-11 and EXE-10 know.
  callActivity: { calledElement: RULED },
  resourceRole: RESOURCE_ROLE,
  performer: RESOURCE_ROLE,
  humanPerformer: RESOURCE_ROLE,
  potentialOwner: RESOURCE_ROLE,
  resourceParameterBinding: { parameterRef: one('resourceParameter') },
  multiInstanceLoopCharacteristics: {
    loopDataInputRef: inside(DATA),
    loopDataOutputRef: inside(DATA),
    oneBehaviorEventRef: EVENT_DEFINITION,
    noneBehaviorEventRef: EVENT_DEFINITION,
  },
};

const EVENT_DEFINITION_KINDS: Readonly<Record<string, ReferenceKinds>> = {
  messageEventDefinition: SENDING,
  signalEventDefinition: { signalRef: one('signal') },
  errorEventDefinition: { errorRef: one('error') },
  escalationEventDefinition: { escalationRef: one('escalation') },
  compensateEventDefinition: { activityRef: ACTIVITY },
  linkEventDefinition: { source: one('linkEventDefinition'), target: one('linkEventDefinition') },
};

const DATA_KINDS: Readonly<Record<string, ReferenceKinds>> = {
  dataObject: TYPED,
  dataObjectReference: { ...TYPED, dataObjectRef: inside(one('dataObject')) },
  dataStore: TYPED,
  dataStoreReference: { ...TYPED, dataStoreRef: one('dataStore') },
  dataInput: TYPED,
  dataOutput: TYPED,
  inputDataItem: TYPED,
  outputDataItem: TYPED,
  property: TYPED,
  inputSet: {
    dataInputRefs: DATA_INPUT,
    optionalInputRefs: DATA_INPUT,
    whileExecutingInputRefs: DATA_INPUT,
    outputSetRefs: one('outputSet'),
  },
  outputSet: {
    dataOutputRefs: DATA_OUTPUT,
    optionalOutputRefs: DATA_OUTPUT,
    whileExecutingOutputRefs: DATA_OUTPUT,
    inputSetRefs: one('inputSet'),
  },
  // The text of the standard asks for sets, its schema is read by many as asking for the data themselves.
  ioBinding: {
    operationRef: OPERATION,
    inputDataRef: { types: new Set(['inputSet', 'dataInput']), expected: 'input set or data input' },
    outputDataRef: { types: new Set(['outputSet', 'dataOutput']), expected: 'output set or data output' },
  },
  dataInputAssociation: DATA_ASSOCIATION,
  dataOutputAssociation: DATA_ASSOCIATION,
};

const FOUNDATION_KINDS: Readonly<Record<string, ReferenceKinds>> = {
  // DAT-22 reports a name outside of BPMN.
  itemDefinition: { structureRef: RULED },
  association: { sourceRef: ANY, targetRef: ANY },
  group: { categoryValueRef: one('categoryValue') },
  relationship: { source: ANY, target: ANY },
  message: { itemRef: ITEM },
  signal: STRUCTURED,
  error: STRUCTURED,
  escalation: STRUCTURED,
  operation: { inMessageRef: MESSAGE, outMessageRef: MESSAGE, errorRef: one('error') },
  correlationKey: { correlationPropertyRef: one('correlationProperty') },
  correlationPropertyRetrievalExpression: { messageRef: MESSAGE },
  correlationSubscription: { correlationKeyRef: one('correlationKey') },
  correlationPropertyBinding: { correlationPropertyRef: one('correlationProperty') },
};

const COLLABORATION_KINDS: Readonly<Record<string, ReferenceKinds>> = {
  collaboration: {
    choreographyRef: { types: new Set(['choreography', 'globalChoreographyTask']), expected: 'choreography' },
  },
  choreography: { choreographyRef: RULED },
  globalConversation: { choreographyRef: RULED },
  globalChoreographyTask: { choreographyRef: RULED, initiatingParticipantRef: PARTICIPANT },
  participant: { processRef: one('process'), interfaceRef: one('interface'), endPointRef: one('endPoint') },
  partnerEntity: { participantRef: PARTICIPANT },
  partnerRole: { participantRef: PARTICIPANT },
  participantAssociation: { innerParticipantRef: PARTICIPANT, outerParticipantRef: PARTICIPANT },
  messageFlow: {
    sourceRef: { types: new Set(['participant', ...FLOW_NODE_TYPES]), expected: 'participant, activity or event' },
    targetRef: { types: new Set(['participant', ...FLOW_NODE_TYPES]), expected: 'participant, activity or event' },
    messageRef: MESSAGE,
  },
  messageFlowAssociation: { innerMessageFlowRef: MESSAGE_FLOW, outerMessageFlowRef: MESSAGE_FLOW },
  conversation: CONVERSATION,
  subConversation: CONVERSATION,
  callConversation: {
    ...CONVERSATION,
    calledCollaborationRef: {
      types: new Set(['collaboration', 'globalConversation']),
      expected: 'collaboration or global conversation',
    },
  },
  conversationAssociation: {
    innerConversationNodeRef: CONVERSATION_NODE,
    outerConversationNodeRef: CONVERSATION_NODE,
  },
  conversationLink: { sourceRef: ANY, targetRef: ANY },
  choreographyTask: { ...CHOREOGRAPHY_ACTIVITY, messageFlowRef: inside(MESSAGE_FLOW) },
  subChoreography: CHOREOGRAPHY_ACTIVITY,
  callChoreography: {
    ...CHOREOGRAPHY_ACTIVITY,
    calledChoreographyRef: {
      types: new Set(['choreography', 'globalChoreographyTask']),
      expected: 'choreography or global choreography task',
    },
  },
};

const OF_TYPE: Readonly<Record<string, ReferenceKinds>> = {
  ...PROCESS_KINDS,
  ...EVENT_DEFINITION_KINDS,
  ...DATA_KINDS,
  ...FOUNDATION_KINDS,
  ...COLLABORATION_KINDS,
};

const FLOW_ELEMENT: ReferenceKinds = { categoryValueRef: one('categoryValue') };
const FLOW_NODE_LISTS: ReferenceKinds = { incoming: SEQUENCE_FLOW, outgoing: SEQUENCE_FLOW };
/**
 * Elements that have event definitions. The implicit throw event of a complex behaviour definition is called `event`.
 */
const WITH_EVENT_DEFINITIONS: ReadonlySet<string> = new Set([...EVENT_TYPES, 'implicitThrowEvent', 'event']);
const FLOW_ELEMENT_TYPES: ReadonlySet<string> = new Set([
  ...FLOW_NODE_TYPES,
  'event',
  'sequenceFlow',
  'dataObject',
  'dataObjectReference',
  'dataStoreReference',
]);

function kindsOf(type: string): ReferenceKinds {
  const withDefault = ACTIVITY_TYPES.has(type) || GATEWAY_TYPES.has(type);
  return {
    ...(FLOW_ELEMENT_TYPES.has(type) ? FLOW_ELEMENT : {}),
    ...(FLOW_NODE_TYPES.has(type) || type === 'event' ? FLOW_NODE_LISTS : {}),
    ...(withDefault && type !== 'parallelGateway' && type !== 'eventBasedGateway' ? { default: SEQUENCE_FLOW } : {}),
    ...(WITH_EVENT_DEFINITIONS.has(type) ? { eventDefinitionRef: EVENT_DEFINITION } : {}),
    ...OF_TYPE[type],
  };
}

/** Kinds of references by an element's type, then the attribute or child element that names. */
export const REFERENCE_KINDS: ReadonlyMap<string, ReferenceKinds> = new Map(
  [...FLOW_ELEMENT_TYPES, ...CHOREOGRAPHY_ACTIVITY_TYPES, ...Object.keys(OF_TYPE)].map((type) => [type, kindsOf(type)]),
);
