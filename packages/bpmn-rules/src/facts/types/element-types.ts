// Which elements of BPMN are flow nodes, activities, gateways, artifacts and so on, by the standard's class model.

/** Activities: tasks, sub-processes and call activities (BPMN 2.0, 10.3). */
export const ACTIVITY_TYPES: ReadonlySet<string> = new Set([
  'task',
  'manualTask',
  'userTask',
  'serviceTask',
  'scriptTask',
  'sendTask',
  'receiveTask',
  'businessRuleTask',
  'callActivity',
  'subProcess',
  'transaction',
  'adHocSubProcess',
]);

/** Elements that a call activity may call (BPMN 2.0, 10.3.6). */
export const CALLABLE_TYPES: ReadonlySet<string> = new Set([
  'process',
  'globalTask',
  'globalUserTask',
  'globalScriptTask',
  'globalManualTask',
  'globalBusinessRuleTask',
]);

/** Gateways (BPMN 2.0, 10.6). */
export const GATEWAY_TYPES: ReadonlySet<string> = new Set([
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'complexGateway',
  'eventBasedGateway',
]);

/** Events (BPMN 2.0, 10.5). */
export const EVENT_TYPES: ReadonlySet<string> = new Set([
  'startEvent',
  'endEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
  'boundaryEvent',
]);

/** Activities of a choreography, which are its flow nodes (BPMN 2.0, 11.5). */
export const CHOREOGRAPHY_ACTIVITY_TYPES: ReadonlySet<string> = new Set([
  'choreographyTask',
  'subChoreography',
  'callChoreography',
]);

/** Nodes of a conversation (BPMN 2.0, 9.4). */
export const CONVERSATION_NODE_TYPES: ReadonlySet<string> = new Set([
  'conversation',
  'subConversation',
  'callConversation',
]);

/** Elements that hold participants and message flows (BPMN 2.0, 9 and 11). */
export const COLLABORATION_TYPES: ReadonlySet<string> = new Set([
  'collaboration',
  'choreography',
  'globalConversation',
  'globalChoreographyTask',
]);

/** Elements that hold flow nodes of their own and between which no sequence flow may pass. */
export const SCOPE_TYPES: ReadonlySet<string> = new Set(['process', 'subProcess', 'transaction', 'adHocSubProcess']);

/** Artifacts are without effect on execution (BPMN 2.0.2, 8.4.1). */
export const ARTIFACT_TYPES: ReadonlySet<string> = new Set(['association', 'group', 'textAnnotation']);

/** Elements that hold data (BPMN 2.0.2, 10.4). */
export const DATA_TYPES: ReadonlySet<string> = new Set([
  'dataObject',
  'dataObjectReference',
  'dataStore',
  'dataStoreReference',
  'dataInput',
  'dataOutput',
  'property',
]);

/** Elements that an edge may show. */
export const CONNECTION_TYPES: ReadonlySet<string> = new Set([
  'sequenceFlow',
  'messageFlow',
  'association',
  'dataInputAssociation',
  'dataOutputAssociation',
  'conversationLink',
]);

/** Elements that a plane may show. */
export const PLANE_TYPES: ReadonlySet<string> = new Set([
  'process',
  'collaboration',
  'choreography',
  'globalConversation',
  'subProcess',
  'transaction',
  'adHocSubProcess',
  'subChoreography',
]);

/** BPMN 2.0, 10.5.5: the triggers and results of events. */
export const EVENT_DEFINITION_TYPES: ReadonlySet<string> = new Set([
  'messageEventDefinition',
  'timerEventDefinition',
  'conditionalEventDefinition',
  'signalEventDefinition',
  'errorEventDefinition',
  'escalationEventDefinition',
  'compensateEventDefinition',
  'cancelEventDefinition',
  'linkEventDefinition',
  'terminateEventDefinition',
]);

/** Whether this type is a flow node of a process: what a sequence flow joins. */
export function isFlowNodeType(type: string): boolean {
  return ACTIVITY_TYPES.has(type) || GATEWAY_TYPES.has(type) || EVENT_TYPES.has(type);
}

/** Whether this type is a flow node, or one of the elements that stand beside them. */
export function isFlowElementType(type: string): boolean {
  return (
    isFlowNodeType(type) ||
    type === 'sequenceFlow' ||
    type === 'dataObject' ||
    type === 'dataObjectReference' ||
    type === 'dataStoreReference'
  );
}
