// Every rule that is built: id, marks, English and Turkish text, and what to do about it.
import type { RuleText } from './rule-texts.ts';
import { ACTIVITY_TEXTS } from './texts/activity.texts.ts';
import { CHOREOGRAPHY_TEXTS } from './texts/choreography.texts.ts';
import { COLLABORATION_TEXTS } from './texts/collaboration.texts.ts';
import { DATA_TEXTS } from './texts/data.texts.ts';
import { DIAGRAM_TEXTS } from './texts/diagram.texts.ts';
import { DOCUMENT_TEXTS } from './texts/document.texts.ts';
import { EVENT_TEXTS } from './texts/event.texts.ts';
import { EVENT_POSITION_TEXTS } from './texts/event-position.texts.ts';
import { EXECUTION_TEXTS } from './texts/execution.texts.ts';
import { GATEWAY_TEXTS } from './texts/gateway.texts.ts';
import { LOOP_TEXTS } from './texts/loop.texts.ts';
import { PROCESS_TEXTS } from './texts/process.texts.ts';
import { REFERENCE_TEXTS } from './texts/reference.texts.ts';
import { SEQUENCE_FLOW_TEXTS } from './texts/sequence-flow.texts.ts';
import { SUB_PROCESS_TEXTS } from './texts/sub-process.texts.ts';
import { WARNING_TEXTS } from './texts/warning.texts.ts';

/** By rule id; the ids of two families never meet, which a test proves. */
export const RULES = {
  ...DOCUMENT_TEXTS,
  ...REFERENCE_TEXTS,
  ...SEQUENCE_FLOW_TEXTS,
  ...GATEWAY_TEXTS,
  ...EVENT_POSITION_TEXTS,
  ...EVENT_TEXTS,
  ...ACTIVITY_TEXTS,
  ...SUB_PROCESS_TEXTS,
  ...LOOP_TEXTS,
  ...DATA_TEXTS,
  ...PROCESS_TEXTS,
  ...DIAGRAM_TEXTS,
  ...COLLABORATION_TEXTS,
  ...CHOREOGRAPHY_TEXTS,
  ...EXECUTION_TEXTS,
  ...WARNING_TEXTS,
} as const;

/** The id of a rule of section 4.13, or `EXE-00` for what the host at hand cannot serve. */
export type RuleId = keyof typeof RULES;

/** Marks and texts of a rule. */
export function ruleText(ruleId: RuleId): RuleText {
  return RULES[ruleId];
}

/** In the order of the families. */
export const RULE_IDS: readonly RuleId[] = Object.keys(RULES) as RuleId[];
