// The list of every rule there is, by room: a rule that is not in here is never applied.
import { ACTIVITY_RULES } from './activities/activity-rules.ts';
import { CALL_RULES } from './activities/call-rules.ts';
import { LOOP_RULES } from './activities/loop-rules.ts';
import { OPERATION_RULES } from './activities/operation-rules.ts';
import { RESOURCE_RULES } from './activities/resource-rules.ts';
import { CHOREOGRAPHY_FLOW_RULES } from './collaboration/choreography-flow-rules.ts';
import { CHOREOGRAPHY_RULES } from './collaboration/choreography-rules.ts';
import { COLLABORATION_RULES } from './collaboration/collaboration-rules.ts';
import { CONVERSATION_RULES } from './collaboration/conversation-rules.ts';
import { CORRELATION_KEY_RULES } from './collaboration/correlation-key-rules.ts';
import { CORRELATION_RULES } from './collaboration/correlation-rules.ts';
import { MESSAGE_FLOW_RULES } from './collaboration/message-flow-rules.ts';
import { DATA_ASSOCIATION_RULES } from './data/data-association-rules.ts';
import { DATA_ELEMENT_RULES } from './data/data-element-rules.ts';
import { DATA_SET_RULES } from './data/data-set-rules.ts';
import { ARTIFACT_RULES } from './document/artifact-rules.ts';
import { DIAGRAM_RULES } from './document/diagram-rules.ts';
import { DOCUMENT_RULES } from './document/document-rules.ts';
import { IMPORT_RULES } from './document/import-rules.ts';
import { LANGUAGE_RULES } from './document/language-rules.ts';
import { EVENT_DEFINITION_RULES } from './events/event-definition-rules.ts';
import { EVENT_FLOW_RULES } from './events/event-flow-rules.ts';
import { EVENT_POSITION_RULES } from './events/event-position-rules.ts';
import { LINK_RULES } from './events/link-rules.ts';
import { START_EVENT_RULES } from './events/start-event-rules.ts';
import { TIMER_RULES } from './events/timer-rules.ts';
import { EXPRESSION_RULES } from './execution/expression-rules.ts';
import { FORM_RULES } from './execution/form-rules.ts';
import { HOSTED_RULES } from './execution/hosted-rules.ts';
import { LISTENER_RULES } from './execution/listener-rules.ts';
import { MESSAGE_RULES } from './execution/message-rules.ts';
import { NAME_RULES } from './execution/name-rules.ts';
import { SCRIPT_RULES } from './execution/script-rules.ts';
import { WORK_RULES } from './execution/work-rules.ts';
import { EXTENSION_RULES } from './extensions/extension-rules.ts';
import { EVENT_GATEWAY_RULES } from './flow/event-gateway-rules.ts';
import { GATEWAY_RULES } from './flow/gateway-rules.ts';
import { PATH_RULES } from './flow/path-rules.ts';
import { SEQUENCE_FLOW_RULES } from './flow/sequence-flow-rules.ts';
import { LANE_RULES } from './processes/lane-rules.ts';
import { PROCESS_RULES } from './processes/process-rules.ts';
import { SUB_PROCESS_RULES } from './processes/sub-process-rules.ts';
import { REFERENCE_RULES } from './references/reference-rules.ts';
import type { Rule } from './rule/rule-context.ts';

/** All rules, in the order in which findings are listed where they stand at one place. */
export const ALL_RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...IMPORT_RULES,
  ...LANGUAGE_RULES,
  ...REFERENCE_RULES,
  ...SEQUENCE_FLOW_RULES,
  ...GATEWAY_RULES,
  ...START_EVENT_RULES,
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
  ...NAME_RULES,
  ...MESSAGE_RULES,
  ...PATH_RULES,
];
