// The whole schema of BPMN 2.0 (BPMN20.xsd, Semantic.xsd, BPMNDI.xsd, DI.xsd, DC.xsd) stands in tables, with its substitution groups.
import type { SchemaTable } from './schema-parts.ts';
import { COLLABORATION_SCHEMAS } from './schema-table-collaboration.ts';
import { DATA_SCHEMAS, EVENT_SCHEMAS } from './schema-table-events.ts';
import { FOUNDATION_SCHEMAS } from './schema-table-foundation.ts';
import { PROCESS_SCHEMAS } from './schema-table-process.ts';

/** Every element of the model namespace that a file may hold. */
export const ELEMENT_SCHEMAS: SchemaTable = {
  ...FOUNDATION_SCHEMAS,
  ...COLLABORATION_SCHEMAS,
  ...PROCESS_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...DATA_SCHEMAS,
};

const EVENT_DEFINITION_NAMES =
  'messageEventDefinition timerEventDefinition conditionalEventDefinition signalEventDefinition errorEventDefinition ' +
  'escalationEventDefinition compensateEventDefinition cancelEventDefinition linkEventDefinition terminateEventDefinition';

/** Elements that may stand for one another; those whose type is abstract are left out. */
export const SUBSTITUTION_GROUPS: Readonly<Record<string, ReadonlySet<string>>> = {
  rootElement: group(
    'category collaboration choreography correlationProperty dataStore endPoint error escalation ' +
      'globalBusinessRuleTask globalChoreographyTask globalConversation globalManualTask globalScriptTask globalTask ' +
      'globalUserTask interface itemDefinition message partnerEntity partnerRole process resource signal ' +
      EVENT_DEFINITION_NAMES,
  ),
  flowElement: group(
    'adHocSubProcess boundaryEvent businessRuleTask callActivity callChoreography choreographyTask complexGateway ' +
      'dataObject dataObjectReference dataStoreReference endEvent eventBasedGateway exclusiveGateway ' +
      'implicitThrowEvent inclusiveGateway intermediateCatchEvent intermediateThrowEvent manualTask parallelGateway ' +
      'receiveTask scriptTask sendTask sequenceFlow serviceTask startEvent subChoreography subProcess task transaction ' +
      'userTask',
  ),
  artifact: group('association group textAnnotation'),
  resourceRole: group('resourceRole performer humanPerformer potentialOwner'),
  loopCharacteristics: group('standardLoopCharacteristics multiInstanceLoopCharacteristics'),
  eventDefinition: group(EVENT_DEFINITION_NAMES),
  conversationNode: group('conversation subConversation callConversation'),
  expression: group('expression formalExpression'),
  diagramElement: group('BPMNShape BPMNEdge'),
};

function group(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
