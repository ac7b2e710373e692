// The parts of the BPMN 2.0 schema (Semantic.xsd) that are checked: attributes and children of the elements that are built.

/**
 * Attributes as `name:type` or `name!:type` (required). Children in the schema's order as `name`, `name?`, `name*`, where
 * `@name` is a substitution group. `mixed` elements hold whatever they like.
 */
export interface ElementSchema {
  readonly attributes: string;
  readonly children: string;
  readonly mixed?: boolean;
  /** No attributes of other namespaces, which all other elements take. */
  readonly closed?: boolean;
}

const BASE = 'documentation* extensionElements?';
const FLOW_ELEMENT = `${BASE} auditing? monitoring? categoryValueRef*`;
const FLOW_NODE = `${FLOW_ELEMENT} incoming* outgoing*`;
const ACTIVITY =
  `${FLOW_NODE} ioSpecification? property* dataInputAssociation* dataOutputAssociation* ` +
  '@resourceRole* @loopCharacteristics?';

const NAMED = 'id:ID name:string';
const ACTIVITY_ATTRIBUTES = `${NAMED} isForCompensation:boolean startQuantity:integer completionQuantity:integer default:name`;
const GATEWAY_ATTRIBUTES = `${NAMED} gatewayDirection:Unspecified|Converging|Diverging|Mixed`;
const LANE_SET: ElementSchema = { attributes: NAMED, children: `${BASE} lane*` };
const RESOURCE_ROLE: ElementSchema = {
  attributes: NAMED,
  children: `${BASE} resourceRef? resourceParameterBinding* resourceAssignmentExpression?`,
};
const EXPRESSION_ATTRIBUTES = 'id:ID language:string evaluatesToTypeRef:name';
const BASE_ONLY: ElementSchema = { attributes: 'id:ID', children: BASE };
const NAME_ONLY: ElementSchema = { attributes: '', children: '', closed: true };

export const ELEMENT_SCHEMAS: ReadonlyMap<string, ElementSchema> = new Map<string, ElementSchema>(
  Object.entries({
    definitions: {
      attributes: `${NAMED} targetNamespace:string expressionLanguage:string typeLanguage:string exporter:string exporterVersion:string`,
      children: 'import* extension* @rootElement* @diagram* relationship*',
    },
    import: { attributes: 'namespace!:string location!:string importType!:string', children: '', closed: true },
    process: {
      attributes: `${NAMED} processType:None|Public|Private isClosed:boolean isExecutable:boolean definitionalCollaborationRef:name`,
      children:
        `${BASE} supportedInterfaceRef* ioSpecification? ioBinding* auditing? monitoring? property* laneSet* ` +
        '@flowElement* @artifact* @resourceRole* correlationSubscription* supports*',
    },
    laneSet: LANE_SET,
    childLaneSet: LANE_SET,
    lane: {
      attributes: `${NAMED} partitionElementRef:name`,
      children: `${BASE} partitionElement? flowNodeRef* childLaneSet?`,
    },
    startEvent: {
      attributes: `${NAMED} parallelMultiple:boolean isInterrupting:boolean`,
      children: `${FLOW_NODE} property* dataOutput* dataOutputAssociation* outputSet? @eventDefinition* eventDefinitionRef*`,
    },
    endEvent: {
      attributes: NAMED,
      children: `${FLOW_NODE} property* dataInput* dataInputAssociation* inputSet? @eventDefinition* eventDefinitionRef*`,
    },
    task: { attributes: ACTIVITY_ATTRIBUTES, children: ACTIVITY },
    manualTask: { attributes: ACTIVITY_ATTRIBUTES, children: ACTIVITY },
    userTask: { attributes: `${ACTIVITY_ATTRIBUTES} implementation:string`, children: `${ACTIVITY} rendering*` },
    exclusiveGateway: { attributes: `${GATEWAY_ATTRIBUTES} default:name`, children: FLOW_NODE },
    parallelGateway: { attributes: GATEWAY_ATTRIBUTES, children: FLOW_NODE },
    sequenceFlow: {
      attributes: `${NAMED} sourceRef!:name targetRef!:name isImmediate:boolean`,
      children: `${FLOW_ELEMENT} conditionExpression?`,
    },
    conditionExpression: { attributes: EXPRESSION_ATTRIBUTES, children: '', mixed: true },
    formalExpression: { attributes: EXPRESSION_ATTRIBUTES, children: '', mixed: true },
    humanPerformer: RESOURCE_ROLE,
    potentialOwner: RESOURCE_ROLE,
    performer: RESOURCE_ROLE,
    resourceRole: RESOURCE_ROLE,
    resourceAssignmentExpression: { attributes: 'id:ID', children: `${BASE} @expression` },
    textAnnotation: { attributes: 'id:ID textFormat:string', children: `${BASE} text?` },
    text: { attributes: '', children: '', mixed: true, closed: true },
    association: {
      attributes: 'id:ID sourceRef!:name targetRef!:name associationDirection:None|One|Both',
      children: BASE,
    },
    group: { attributes: 'id:ID categoryValueRef:name', children: BASE },
    category: { attributes: NAMED, children: `${BASE} categoryValue*` },
    categoryValue: { attributes: 'id:ID value:string', children: BASE },
    collaboration: {
      attributes: `${NAMED} isClosed:boolean`,
      children:
        `${BASE} participant* messageFlow* @artifact* @conversationNode* conversationAssociation* ` +
        'participantAssociation* messageFlowAssociation* correlationKey* choreographyRef* conversationLink*',
    },
    participant: {
      attributes: `${NAMED} processRef:name`,
      children: `${BASE} interfaceRef* endPointRef* participantMultiplicity?`,
    },
    participantMultiplicity: { attributes: 'id:ID minimum:integer maximum:integer', children: BASE },
    messageFlow: { attributes: `${NAMED} sourceRef!:name targetRef!:name messageRef:name`, children: BASE },
    itemDefinition: {
      attributes: 'id:ID structureRef:name isCollection:boolean itemKind:Information|Physical',
      children: BASE,
    },
    message: { attributes: `${NAMED} itemRef:name`, children: BASE },
    signal: { attributes: `${NAMED} structureRef:name`, children: BASE },
    error: { attributes: `${NAMED} errorCode:string structureRef:name`, children: BASE },
    auditing: BASE_ONLY,
    monitoring: BASE_ONLY,
    rendering: BASE_ONLY,
    incoming: NAME_ONLY,
    outgoing: NAME_ONLY,
    flowNodeRef: NAME_ONLY,
    categoryValueRef: NAME_ONLY,
    documentation: { attributes: 'id:ID textFormat:string', children: '', mixed: true, closed: true },
    extensionElements: { attributes: '', children: '', mixed: true, closed: true },
    extension: { attributes: 'definition:name mustUnderstand:boolean', children: 'documentation*', closed: true },
  }),
);

const EVENT_DEFINITIONS =
  'eventDefinition messageEventDefinition timerEventDefinition conditionalEventDefinition signalEventDefinition ' +
  'errorEventDefinition escalationEventDefinition compensateEventDefinition cancelEventDefinition linkEventDefinition ' +
  'terminateEventDefinition';

/** Elements that may stand for one another. */
export const SUBSTITUTION_GROUPS: Readonly<Record<string, ReadonlySet<string>>> = {
  rootElement: group(
    'category collaboration choreography correlationProperty dataStore endPoint error escalation ' +
      'globalBusinessRuleTask globalChoreographyTask globalConversation globalManualTask globalScriptTask globalTask ' +
      'globalUserTask interface itemDefinition message partnerEntity partnerRole process resource signal ' +
      EVENT_DEFINITIONS,
  ),
  flowElement: group(
    'adHocSubProcess boundaryEvent businessRuleTask callActivity callChoreography choreographyTask complexGateway ' +
      'dataObject dataObjectReference dataStoreReference endEvent event eventBasedGateway exclusiveGateway ' +
      'implicitThrowEvent inclusiveGateway intermediateCatchEvent intermediateThrowEvent manualTask parallelGateway ' +
      'receiveTask scriptTask sendTask sequenceFlow serviceTask startEvent subChoreography subProcess task transaction ' +
      'userTask',
  ),
  artifact: group('association group textAnnotation'),
  resourceRole: group('resourceRole performer humanPerformer potentialOwner'),
  loopCharacteristics: group('standardLoopCharacteristics multiInstanceLoopCharacteristics'),
  eventDefinition: group(EVENT_DEFINITIONS),
  conversationNode: group('conversation subConversation callConversation'),
  expression: group('expression formalExpression'),
  diagram: group('BPMNDiagram'),
};

function group(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
