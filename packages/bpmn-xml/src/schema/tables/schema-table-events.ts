// This is the schema of sections 10.4 and 10.5 of the standard: events with their definitions, and data with its associations.
import {
  BASE,
  BASE_ONLY,
  type ElementSchema,
  EXPRESSION,
  FLOW_ELEMENT,
  FLOW_NODE,
  FORMAL_EXPRESSION,
  NAME_ONLY,
  NAMED,
  type SchemaTable,
} from './schema-parts.ts';

const CATCH = `${FLOW_NODE} property* dataOutput* dataOutputAssociation* outputSet? @eventDefinition* eventDefinitionRef*`;
const CATCH_ATTRIBUTES = `${NAMED} parallelMultiple:boolean=false`;
const THROW: ElementSchema = {
  attributes: NAMED,
  children: `${FLOW_NODE} property* dataInput* dataInputAssociation* inputSet? @eventDefinition* eventDefinitionRef*`,
};

const EVENTS: SchemaTable = {
  startEvent: { attributes: `${CATCH_ATTRIBUTES} isInterrupting:boolean=true`, children: CATCH },
  intermediateCatchEvent: { attributes: CATCH_ATTRIBUTES, children: CATCH },
  boundaryEvent: { attributes: `${CATCH_ATTRIBUTES} cancelActivity:boolean=true attachedToRef!:name`, children: CATCH },
  endEvent: THROW,
  intermediateThrowEvent: THROW,
  implicitThrowEvent: THROW,
  // A complex behaviour definition holds this event.
  event: { ...THROW, type: 'tImplicitThrowEvent' },
  eventDefinitionRef: NAME_ONLY,
};

const EVENT_DEFINITIONS: SchemaTable = {
  cancelEventDefinition: BASE_ONLY,
  compensateEventDefinition: { attributes: 'id:ID waitForCompletion:boolean activityRef:name', children: BASE },
  conditionalEventDefinition: { attributes: 'id:ID', children: `${BASE} condition` },
  errorEventDefinition: { attributes: 'id:ID errorRef:name', children: BASE },
  escalationEventDefinition: { attributes: 'id:ID escalationRef:name', children: BASE },
  linkEventDefinition: { attributes: 'id:ID name!:string', children: `${BASE} source* target?` },
  messageEventDefinition: { attributes: 'id:ID messageRef:name', children: `${BASE} operationRef?` },
  operationRef: NAME_ONLY,
  signalEventDefinition: { attributes: 'id:ID signalRef:name', children: BASE },
  terminateEventDefinition: BASE_ONLY,
  timerEventDefinition: { attributes: 'id:ID', children: `${BASE} timeDate|timeDuration|timeCycle?` },
  timeDate: EXPRESSION,
  timeDuration: EXPRESSION,
  timeCycle: EXPRESSION,
};

const TYPED = `${NAMED} itemSubjectRef:name`;
const WITH_STATE = `${BASE} dataState?`;
const DATA_PARAMETER: ElementSchema = { attributes: `${TYPED} isCollection:boolean=false`, children: WITH_STATE };

const DATA: SchemaTable = {
  dataObject: { attributes: `${TYPED} isCollection:boolean=false`, children: `${FLOW_ELEMENT} dataState?` },
  dataObjectReference: { attributes: `${TYPED} dataObjectRef:name`, children: `${FLOW_ELEMENT} dataState?` },
  dataStore: { attributes: `${TYPED} capacity:integer isUnlimited:boolean=true`, children: WITH_STATE },
  dataStoreReference: { attributes: `${TYPED} dataStoreRef:name`, children: `${FLOW_ELEMENT} dataState?` },
  property: { attributes: TYPED, children: WITH_STATE },
  dataInput: DATA_PARAMETER,
  dataOutput: DATA_PARAMETER,
  inputDataItem: { ...DATA_PARAMETER, type: 'tDataInput' },
  outputDataItem: { ...DATA_PARAMETER, type: 'tDataOutput' },
};

const INPUT_OUTPUT: SchemaTable = {
  ioSpecification: {
    attributes: 'id:ID',
    children: `${BASE} dataInput* dataOutput* inputSet+ outputSet+`,
    type: 'tInputOutputSpecification',
  },
  ioBinding: {
    attributes: 'id:ID operationRef!:name inputDataRef!:name outputDataRef!:name',
    children: BASE,
    type: 'tInputOutputBinding',
  },
  inputSet: {
    attributes: NAMED,
    children: `${BASE} dataInputRefs* optionalInputRefs* whileExecutingInputRefs* outputSetRefs*`,
  },
  dataInputRefs: NAME_ONLY,
  optionalInputRefs: NAME_ONLY,
  whileExecutingInputRefs: NAME_ONLY,
  outputSetRefs: NAME_ONLY,
  outputSet: {
    attributes: NAMED,
    children: `${BASE} dataOutputRefs* optionalOutputRefs* whileExecutingOutputRefs* inputSetRefs*`,
  },
  dataOutputRefs: NAME_ONLY,
  optionalOutputRefs: NAME_ONLY,
  whileExecutingOutputRefs: NAME_ONLY,
  inputSetRefs: NAME_ONLY,
};

const DATA_ASSOCIATION: ElementSchema = {
  attributes: 'id:ID',
  children: `${BASE} sourceRef* targetRef transformation? assignment*`,
};

const ASSOCIATIONS: SchemaTable = {
  dataInputAssociation: DATA_ASSOCIATION,
  dataOutputAssociation: DATA_ASSOCIATION,
  sourceRef: NAME_ONLY,
  targetRef: NAME_ONLY,
  transformation: FORMAL_EXPRESSION,
  assignment: { attributes: 'id:ID', children: `${BASE} from to` },
  from: EXPRESSION,
  to: EXPRESSION,
};

export const EVENT_SCHEMAS: SchemaTable = { ...EVENTS, ...EVENT_DEFINITIONS };

export const DATA_SCHEMAS: SchemaTable = { ...DATA, ...INPUT_OUTPUT, ...ASSOCIATIONS };
