// Every rule there is, by family.
import { ACTIVITY_RULES } from './activity-rules.ts';
import { ARTIFACT_RULES } from './artifact-rules.ts';
import { CALL_RULES } from './call-rules.ts';
import { CHOREOGRAPHY_FLOW_RULES } from './choreography-flow-rules.ts';
import { CHOREOGRAPHY_RULES } from './choreography-rules.ts';
import { COLLABORATION_RULES } from './collaboration-rules.ts';
import { CONVERSATION_RULES } from './conversation-rules.ts';
import { CORRELATION_KEY_RULES } from './correlation-key-rules.ts';
import { CORRELATION_RULES } from './correlation-rules.ts';
import { DATA_ASSOCIATION_RULES } from './data-association-rules.ts';
import { DATA_ELEMENT_RULES } from './data-element-rules.ts';
import { DATA_SET_RULES } from './data-set-rules.ts';
import { DIAGRAM_RULES } from './diagram-rules.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import { EVENT_DEFINITION_RULES } from './event-definition-rules.ts';
import { EVENT_FLOW_RULES } from './event-flow-rules.ts';
import { EVENT_GATEWAY_RULES } from './event-gateway-rules.ts';
import { EVENT_POSITION_RULES } from './event-position-rules.ts';
import { EXPRESSION_RULES } from './expression-rules.ts';
import { EXTENSION_RULES } from './extension-rules.ts';
import { FLOW_NODE_RULES } from './flow-node-rules.ts';
import { FORM_RULES } from './form-rules.ts';
import { GATEWAY_RULES } from './gateway-rules.ts';
import { HOSTED_RULES } from './hosted-rules.ts';
import { IMPORT_RULES } from './import-rules.ts';
import { LANE_RULES } from './lane-rules.ts';
import { LANGUAGE_RULES } from './language-rules.ts';
import { LINK_RULES } from './link-rules.ts';
import { LISTENER_RULES } from './listener-rules.ts';
import { LOOP_RULES } from './loop-rules.ts';
import { MESSAGE_FLOW_RULES } from './message-flow-rules.ts';
import { OPERATION_RULES } from './operation-rules.ts';
import { PATH_RULES } from './path-rules.ts';
import { PROCESS_RULES } from './process-rules.ts';
import { REFERENCE_RULES } from './reference-rules.ts';
import { RESOURCE_RULES } from './resource-rules.ts';
import type { Rule } from './rule-context.ts';
import { SCRIPT_RULES } from './script-rules.ts';
import { SEQUENCE_FLOW_RULES } from './sequence-flow-rules.ts';
import { SUB_PROCESS_RULES } from './sub-process-rules.ts';
import { TIMER_RULES } from './timer-rules.ts';
import { WORK_RULES } from './work-rules.ts';

/** In the order in which their findings are listed where they stand at one place. */
export const ALL_RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...IMPORT_RULES,
  ...LANGUAGE_RULES,
  ...REFERENCE_RULES,
  ...SEQUENCE_FLOW_RULES,
  ...GATEWAY_RULES,
  ...FLOW_NODE_RULES,
  ...PROCESS_RULES,
  ...LANE_RULES,
  ...ARTIFACT_RULES,
  ...COLLABORATION_RULES,
  ...MESSAGE_FLOW_RULES,
  ...CORRELATION_RULES,
  ...CORRELATION_KEY_RULES,
  ...CONVERSATION_RULES,
  ...CHOREOGRAPHY_RULES,
  ...CHOREOGRAPHY_FLOW_RULES,
  ...DIAGRAM_RULES,
  ...EVENT_POSITION_RULES,
  ...EVENT_FLOW_RULES,
  ...EVENT_DEFINITION_RULES,
  ...LINK_RULES,
  ...TIMER_RULES,
  ...EVENT_GATEWAY_RULES,
  ...ACTIVITY_RULES,
  ...RESOURCE_RULES,
  ...OPERATION_RULES,
  ...CALL_RULES,
  ...SUB_PROCESS_RULES,
  ...LOOP_RULES,
  ...DATA_SET_RULES,
  ...DATA_ASSOCIATION_RULES,
  ...DATA_ELEMENT_RULES,
  ...WORK_RULES,
  ...SCRIPT_RULES,
  ...LISTENER_RULES,
  ...FORM_RULES,
  ...HOSTED_RULES,
  ...EXTENSION_RULES,
  ...EXPRESSION_RULES,
  ...PATH_RULES,
];
