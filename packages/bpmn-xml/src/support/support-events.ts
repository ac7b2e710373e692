// What becomes of sections 10.4 to 10.6 of the standard: data, events, gateways and sequence flows.
import { supportClaims } from './support.ts';

const GATEWAYS = 'exclusiveGateway inclusiveGateway parallelGateway complexGateway eventBasedGateway';
const EVENTS = 'startEvent intermediateCatchEvent boundaryEvent endEvent intermediateThrowEvent';

export const EVENT_SUPPORT = supportClaims(`
  startEvent = core/behaviours/events/start-event
  intermediateCatchEvent = core/behaviours/events/intermediate-catch-event | core/behaviours/events/event-matrix
  boundaryEvent = core/behaviours/events/boundary-event
  endEvent = core/behaviours/events/end-event
  intermediateThrowEvent = core/behaviours/events/intermediate-throw-event | core/behaviours/events/event-matrix
  event = core/behaviours/loops/loop-reports | xml/compile/compile-loop
  implicitThrowEvent ! EXE-16
  ${EVENTS} @ name = xml/compile/compile-node | xml/compile/compile-process
  event implicitThrowEvent @ name ~ for the reader
  startEvent intermediateCatchEvent boundaryEvent @ parallelMultiple = core/catching/occurrence | core/behaviours/events/multiple-event
  startEvent @ isInterrupting = core/catching/occurrence | xml/compile/compile-scope
  boundaryEvent @ cancelActivity attachedToRef = xml/compile/compile-event
  eventDefinitionRef = xml/compile/event-definitions | xml/compile/compile-event

  cancelEventDefinition = core/catching/throwing | xml/compile/compile-event
  compensateEventDefinition = core/catching/compensation | xml/compile/compile-event
  compensateEventDefinition @ waitForCompletion activityRef = core/catching/compensation | xml/compile/compile-event
  conditionalEventDefinition condition = core/rounds/conditions | xml/compile/compile-event
  errorEventDefinition = core/catching/propagation | xml/compile/compile-event
  errorEventDefinition @ errorRef = core/catching/propagation | xml/compile/compile-event
  escalationEventDefinition = core/catching/propagation | xml/compile/compile-event
  escalationEventDefinition @ escalationRef = core/catching/propagation | xml/compile/compile-event
  linkEventDefinition = xml/compile/process-layout | xml/compile/compile-scope
  linkEventDefinition @ name = xml/compile/process-layout | xml/compile/compile-scope
  messageEventDefinition operationRef = xml/compile/compile-message | xml/compile/compile-event
  messageEventDefinition @ messageRef = xml/compile/compile-message | xml/compile/compile-event
  signalEventDefinition = core/catching/throwing | xml/compile/compile-event
  signalEventDefinition @ signalRef = xml/compile/compile-trigger | xml/compile/compile-event
  terminateEventDefinition = core/catching/throwing | xml/compile/compile-event
  timerEventDefinition timeDate timeDuration timeCycle = xml/compile/compile-timer | xml/compile/compile-event

  exclusiveGateway = core/behaviours/gateways/exclusive-gateway
  inclusiveGateway = core/behaviours/gateways/inclusive-gateway
  parallelGateway = core/behaviours/gateways/parallel-gateway
  complexGateway activationCondition = core/behaviours/gateways/complex-gateway
  eventBasedGateway = core/behaviours/gateways/event-based-gateway
  eventBasedGateway @ instantiate eventGatewayType = core/verbs/start | xml/compile/compile-scope
  exclusiveGateway inclusiveGateway complexGateway @ default = core/tokens/leaving
  ${GATEWAYS} @ gatewayDirection ~ the flows say it; what contradicts them is GWY-02 to GWY-04
  ${GATEWAYS} @ name = xml/compile/compile-node | xml/compile/compile-process
  sequenceFlow = core/tokens/leaving | core/reading/reading
  sequenceFlow @ sourceRef targetRef = xml/compile/process-layout | xml/compile/running
  sequenceFlow @ name = xml/compile/compile-flow | core/reading/reading
  sequenceFlow @ isImmediate ! SEQ-09 false
  conditionExpression = core/tokens/leaving | xml/compile/compile-scope
  incoming outgoing ~ the flows' own ends say it; what contradicts them is SEQ-10
`);

const TYPED = 'dataObject dataInput dataOutput property';
const DATA = `${TYPED} dataObjectReference`;
const ITEMS = 'inputDataItem outputDataItem';

export const DATA_SUPPORT = supportClaims(`
  dataObject dataObjectReference property = xml/compile/compile-data
  dataInput dataOutput ioSpecification = xml/compile/compile-io | xml/compile/compile-data
  ${DATA} @ name = core/validate/data-names | xml/compile/compile-data
  ${TYPED} @ itemSubjectRef = xml/compile/compile-data
  dataObjectReference @ itemSubjectRef ! DAT-16
  dataObject dataInput dataOutput @ isCollection = xml/compile/compile-data
  dataObjectReference @ dataObjectRef = xml/compile/compile-data
  dataState ~ a word for the reader
  dataStore dataStoreReference ~ has no binding here; a data association with one is DAT-19
  dataStore dataStoreReference @ name itemSubjectRef ~ has no binding here
  dataStore @ capacity isUnlimited ~ has no binding here
  dataStoreReference @ dataStoreRef ~ has no binding here
  ${ITEMS} = xml/compile/compile-loop
  ${ITEMS} @ name = xml/compile/compile-loop
  ${ITEMS} @ itemSubjectRef ~ only checked (LOP-13)
  ${ITEMS} @ isCollection ~ the collection is what it is an item of

  ioBinding ~ only checked (PRC-09)
  ioBinding @ operationRef inputDataRef outputDataRef ~ only checked (PRC-09)
  inputSet dataInputRefs optionalInputRefs whileExecutingInputRefs = xml/compile/compile-io | xml/compile/compile-data
  outputSet dataOutputRefs = xml/compile/compile-io | xml/compile/compile-data
  optionalOutputRefs whileExecutingOutputRefs = xml/compile/compile-io | xml/rules/data
  inputSet outputSet @ name ~ for the reader
  outputSetRefs inputSetRefs ~ only checked (DAT-07)
  dataInputAssociation dataOutputAssociation sourceRef targetRef transformation assignment from to = core/data/data | xml/compile/compile-data
`);
