// This says what becomes of sections 10.4 to 10.6 of the standard: data, events, gateways and sequence flows.
import { supportClaims } from './support.ts';

const GATEWAYS = 'exclusiveGateway inclusiveGateway parallelGateway complexGateway eventBasedGateway';
const EVENTS = 'startEvent intermediateCatchEvent boundaryEvent endEvent intermediateThrowEvent';

export const EVENT_SUPPORT = supportClaims(`
  startEvent = core/behaviours/events/start-event
  intermediateCatchEvent = core/behaviours/events/intermediate-catch-event | core/behaviours/events/event-matrix
  boundaryEvent = core/behaviours/events/boundary-event
  endEvent = core/behaviours/events/end-event
  intermediateThrowEvent = core/behaviours/events/intermediate-throw-event | core/behaviours/events/event-matrix
  event = core/behaviours/loops/loop-reports | xml/compile/nodes/compile-loop
  implicitThrowEvent ! EXE-16
  ${EVENTS} @ name = xml/compile/nodes/compile-node | xml/compile/compile-process
  event implicitThrowEvent @ name ~ for the reader
  startEvent intermediateCatchEvent boundaryEvent @ parallelMultiple = core/catching/occurrence | core/behaviours/events/multiple-event
  startEvent @ isInterrupting = core/catching/occurrence | xml/compile/compile-scope
  boundaryEvent @ cancelActivity attachedToRef = xml/compile/events/compile-event
  eventDefinitionRef = xml/compile/compilation/event-definitions | xml/compile/events/compile-event

  cancelEventDefinition = core/catching/throwing | xml/compile/events/compile-event
  compensateEventDefinition = core/catching/compensation | xml/compile/events/compile-event
  compensateEventDefinition @ waitForCompletion activityRef = core/catching/compensation | xml/compile/events/compile-event
  conditionalEventDefinition condition = core/rounds/conditions | xml/compile/events/compile-event
  errorEventDefinition = core/catching/propagation | xml/compile/events/compile-event
  errorEventDefinition @ errorRef = core/catching/propagation | xml/compile/events/compile-event
  escalationEventDefinition = core/catching/propagation | xml/compile/events/compile-event
  escalationEventDefinition @ escalationRef = core/catching/propagation | xml/compile/events/compile-event
  linkEventDefinition = xml/compile/compilation/process-layout | xml/compile/compile-scope
  linkEventDefinition @ name = xml/compile/compilation/process-layout | xml/compile/compile-scope
  messageEventDefinition operationRef = xml/compile/events/compile-message | xml/compile/events/compile-event
  messageEventDefinition @ messageRef = xml/compile/events/compile-message | xml/compile/events/compile-event
  signalEventDefinition = core/catching/throwing | xml/compile/events/compile-event
  signalEventDefinition @ signalRef = xml/compile/events/compile-trigger | xml/compile/events/compile-event
  terminateEventDefinition = core/catching/throwing | xml/compile/events/compile-event
  timerEventDefinition timeDate timeDuration timeCycle = xml/compile/events/compile-timer | xml/compile/events/compile-event

  exclusiveGateway = core/behaviours/gateways/exclusive-gateway
  inclusiveGateway = core/behaviours/gateways/inclusive-gateway
  parallelGateway = core/behaviours/gateways/parallel-gateway
  complexGateway activationCondition = core/behaviours/gateways/complex-gateway
  eventBasedGateway = core/behaviours/gateways/event-based-gateway
  eventBasedGateway @ instantiate eventGatewayType = core/verbs/start | xml/compile/compile-scope
  exclusiveGateway inclusiveGateway complexGateway @ default = core/tokens/leaving
  ${GATEWAYS} @ gatewayDirection ~ the flows say it; what contradicts them is GWY-02 to GWY-04
  ${GATEWAYS} @ name = xml/compile/nodes/compile-node | xml/compile/compile-process
  sequenceFlow = core/tokens/leaving | core/reading/reading
  sequenceFlow @ sourceRef targetRef = xml/compile/compilation/process-layout | xml/compile/running
  sequenceFlow @ name = xml/compile/compile-flow | core/reading/reading
  sequenceFlow @ isImmediate ! SEQ-09 false
  conditionExpression = core/tokens/leaving | xml/compile/compile-scope
  incoming outgoing ~ the flows' own ends say it; what contradicts them is SEQ-10
`);

const TYPED = 'dataObject dataInput dataOutput property';
const DATA = `${TYPED} dataObjectReference`;
const ITEMS = 'inputDataItem outputDataItem';

export const DATA_SUPPORT = supportClaims(`
  dataObject dataObjectReference property = xml/compile/data/compile-data
  dataInput dataOutput ioSpecification = xml/compile/data/compile-io | xml/compile/data/compile-data
  ${DATA} @ name = rules/facts/types/data-names | xml/compile/data/compile-data
  ${TYPED} @ itemSubjectRef = xml/compile/data/compile-data
  dataObjectReference @ itemSubjectRef ! DAT-16
  dataObject dataInput dataOutput @ isCollection = xml/compile/data/compile-data
  dataObjectReference @ dataObjectRef = xml/compile/data/compile-data
  dataState ~ a word for the reader
  dataStore dataStoreReference ~ has no binding here; a data association with one is DAT-19
  dataStore dataStoreReference @ name itemSubjectRef ~ has no binding here
  dataStore @ capacity isUnlimited ~ has no binding here
  dataStoreReference @ dataStoreRef ~ has no binding here
  ${ITEMS} = xml/compile/nodes/compile-loop
  ${ITEMS} @ name = xml/compile/nodes/compile-loop
  ${ITEMS} @ itemSubjectRef ~ only checked (LOP-13)
  ${ITEMS} @ isCollection ~ the collection is what it is an item of

  ioBinding ~ only checked (PRC-09)
  ioBinding @ operationRef inputDataRef outputDataRef ~ only checked (PRC-09)
  inputSet dataInputRefs optionalInputRefs whileExecutingInputRefs = xml/compile/data/compile-io | xml/compile/data/compile-data
  outputSet dataOutputRefs = xml/compile/data/compile-io | xml/compile/data/compile-data
  optionalOutputRefs whileExecutingOutputRefs = xml/compile/data/compile-io | xml/rules/data
  inputSet outputSet @ name ~ for the reader
  outputSetRefs inputSetRefs ~ only checked (DAT-07)
  dataInputAssociation dataOutputAssociation sourceRef targetRef transformation assignment from to = core/data/data | xml/compile/data/compile-data
`);
