// This is the schema of chapter 10 of the standard: processes, activities, resources, loops, gateways, sequence flows, lanes.
import {
  ANY_CONTENT,
  BASE,
  CALLABLE,
  type ElementSchema,
  EXPRESSION,
  FLOW_ELEMENT,
  FLOW_NODE,
  FORMAL_EXPRESSION,
  NAME_ONLY,
  NAMED,
  type SchemaTable,
} from './schema-parts.ts';

const PROCESSES: SchemaTable = {
  process: {
    attributes: `${NAMED} processType:None|Public|Private=None isClosed:boolean=false isExecutable:boolean definitionalCollaborationRef:name`,
    children:
      `${CALLABLE} auditing? monitoring? property* laneSet* @flowElement* @artifact* @resourceRole* ` +
      'correlationSubscription* supports*',
  },
  supportedInterfaceRef: NAME_ONLY,
  supports: NAME_ONLY,
};

const LANE_SET: ElementSchema = { attributes: NAMED, children: `${BASE} lane*`, type: 'tLaneSet' };

const LANES: SchemaTable = {
  laneSet: LANE_SET,
  childLaneSet: LANE_SET,
  lane: {
    attributes: `${NAMED} partitionElementRef:name`,
    children: `${BASE} partitionElement? flowNodeRef* childLaneSet?`,
  },
  flowNodeRef: NAME_ONLY,
  // The element's type is abstract: what it holds depends on the type that it names.
  partitionElement: { attributes: 'id:ID', children: BASE, type: '*' },
};

const ACTIVITY =
  `${FLOW_NODE} ioSpecification? property* dataInputAssociation* dataOutputAssociation* @resourceRole* ` +
  '@loopCharacteristics?';
const ACTIVITY_ATTRIBUTES = `${NAMED} isForCompensation:boolean=false startQuantity:integer=1 completionQuantity:integer=1 default:name`;
const SERVICE_ATTRIBUTES = `${ACTIVITY_ATTRIBUTES} implementation:string=##WebService`;
const WORK_ATTRIBUTES = `${ACTIVITY_ATTRIBUTES} implementation:string=##unspecified`;

const TASKS: SchemaTable = {
  task: { attributes: ACTIVITY_ATTRIBUTES, children: ACTIVITY },
  manualTask: { attributes: ACTIVITY_ATTRIBUTES, children: ACTIVITY },
  userTask: { attributes: WORK_ATTRIBUTES, children: `${ACTIVITY} rendering*` },
  serviceTask: { attributes: `${SERVICE_ATTRIBUTES} operationRef:name`, children: ACTIVITY },
  sendTask: { attributes: `${SERVICE_ATTRIBUTES} messageRef:name operationRef:name`, children: ACTIVITY },
  receiveTask: {
    attributes: `${SERVICE_ATTRIBUTES} instantiate:boolean=false messageRef:name operationRef:name`,
    children: ACTIVITY,
  },
  businessRuleTask: { attributes: WORK_ATTRIBUTES, children: ACTIVITY },
  scriptTask: { attributes: `${ACTIVITY_ATTRIBUTES} scriptFormat:string`, children: `${ACTIVITY} script?` },
  script: ANY_CONTENT,
  // The attribute often holds the key of a definition in another deployment, which need not be a qualified name.
  callActivity: { attributes: `${ACTIVITY_ATTRIBUTES} calledElement:string`, children: ACTIVITY },
};

const SUB_PROCESS = `${ACTIVITY} laneSet* @flowElement* @artifact*`;
const SUB_PROCESS_ATTRIBUTES = `${ACTIVITY_ATTRIBUTES} triggeredByEvent:boolean=false`;

const SUB_PROCESSES: SchemaTable = {
  subProcess: { attributes: SUB_PROCESS_ATTRIBUTES, children: SUB_PROCESS },
  transaction: { attributes: `${SUB_PROCESS_ATTRIBUTES} method:string=##Compensate`, children: SUB_PROCESS },
  adHocSubProcess: {
    attributes: `${SUB_PROCESS_ATTRIBUTES} cancelRemainingInstances:boolean=true ordering:Parallel|Sequential`,
    children: `${SUB_PROCESS} completionCondition?`,
  },
  completionCondition: EXPRESSION,
};

const LOOPS: SchemaTable = {
  standardLoopCharacteristics: {
    attributes: 'id:ID testBefore:boolean=false loopMaximum:integer',
    children: `${BASE} loopCondition?`,
  },
  loopCondition: EXPRESSION,
  multiInstanceLoopCharacteristics: {
    attributes:
      'id:ID isSequential:boolean=false behavior:None|One|All|Complex=All oneBehaviorEventRef:name noneBehaviorEventRef:name',
    children:
      `${BASE} loopCardinality? loopDataInputRef? loopDataOutputRef? inputDataItem? outputDataItem? ` +
      'complexBehaviorDefinition* completionCondition?',
  },
  loopCardinality: EXPRESSION,
  loopDataInputRef: NAME_ONLY,
  loopDataOutputRef: NAME_ONLY,
  complexBehaviorDefinition: { attributes: 'id:ID', children: `${BASE} condition event?` },
  condition: EXPRESSION,
  'complexBehaviorDefinition/condition': FORMAL_EXPRESSION,
};

const GLOBAL_TASK = `${CALLABLE} @resourceRole*`;

const GLOBAL_TASKS: SchemaTable = {
  globalTask: { attributes: NAMED, children: GLOBAL_TASK },
  globalManualTask: { attributes: NAMED, children: GLOBAL_TASK },
  globalUserTask: { attributes: `${NAMED} implementation:string=##unspecified`, children: `${GLOBAL_TASK} rendering*` },
  globalBusinessRuleTask: { attributes: `${NAMED} implementation:string=##unspecified`, children: GLOBAL_TASK },
  globalScriptTask: { attributes: `${NAMED} scriptLanguage:string`, children: `${GLOBAL_TASK} script?` },
};

/** Schema of a resource role. That a name and an assignment exclude each other, and that bindings need the name, are ACT-18 and ACT-19. */
const RESOURCE_ROLE: ElementSchema = {
  attributes: NAMED,
  children: `${BASE} resourceRef? resourceParameterBinding* resourceAssignmentExpression?`,
};

const RESOURCES: SchemaTable = {
  resourceRole: RESOURCE_ROLE,
  performer: RESOURCE_ROLE,
  humanPerformer: RESOURCE_ROLE,
  potentialOwner: RESOURCE_ROLE,
  resourceRef: NAME_ONLY,
  resourceParameterBinding: { attributes: 'id:ID parameterRef!:name', children: `${BASE} @expression` },
  resourceAssignmentExpression: { attributes: 'id:ID', children: `${BASE} @expression` },
};

const GATEWAY_ATTRIBUTES = `${NAMED} gatewayDirection:Unspecified|Converging|Diverging|Mixed=Unspecified`;

const FLOWS: SchemaTable = {
  exclusiveGateway: { attributes: `${GATEWAY_ATTRIBUTES} default:name`, children: FLOW_NODE },
  inclusiveGateway: { attributes: `${GATEWAY_ATTRIBUTES} default:name`, children: FLOW_NODE },
  parallelGateway: { attributes: GATEWAY_ATTRIBUTES, children: FLOW_NODE },
  complexGateway: { attributes: `${GATEWAY_ATTRIBUTES} default:name`, children: `${FLOW_NODE} activationCondition?` },
  activationCondition: EXPRESSION,
  eventBasedGateway: {
    attributes: `${GATEWAY_ATTRIBUTES} instantiate:boolean=false eventGatewayType:Exclusive|Parallel=Exclusive`,
    children: FLOW_NODE,
  },
  sequenceFlow: {
    attributes: `${NAMED} sourceRef!:name targetRef!:name isImmediate:boolean`,
    children: `${FLOW_ELEMENT} conditionExpression?`,
  },
  conditionExpression: EXPRESSION,
  incoming: NAME_ONLY,
  outgoing: NAME_ONLY,
};

export const PROCESS_SCHEMAS: SchemaTable = {
  ...PROCESSES,
  ...LANES,
  ...TASKS,
  ...SUB_PROCESSES,
  ...LOOPS,
  ...GLOBAL_TASKS,
  ...RESOURCES,
  ...FLOWS,
};
