// Every rule that is built: id, marks, English and Turkish text, and what to do about it.
import type { RuleText } from './rule-texts.ts';
import { DIAGRAM_TEXTS } from './texts/diagram.texts.ts';
import { DOCUMENT_TEXTS } from './texts/document.texts.ts';
import { EXECUTION_TEXTS } from './texts/execution.texts.ts';
import { FLOW_NODE_TEXTS } from './texts/flow-node.texts.ts';
import { GATEWAY_TEXTS } from './texts/gateway.texts.ts';
import { PROCESS_TEXTS } from './texts/process.texts.ts';
import { REFERENCE_TEXTS } from './texts/reference.texts.ts';
import { SEQUENCE_FLOW_TEXTS } from './texts/sequence-flow.texts.ts';
import { WARNING_TEXTS } from './texts/warning.texts.ts';

/** By rule id; the ids of two families never meet, which a test proves. */
export const RULES = {
  ...DOCUMENT_TEXTS,
  ...REFERENCE_TEXTS,
  ...SEQUENCE_FLOW_TEXTS,
  ...GATEWAY_TEXTS,
  ...FLOW_NODE_TEXTS,
  ...PROCESS_TEXTS,
  ...DIAGRAM_TEXTS,
  ...EXECUTION_TEXTS,
  ...WARNING_TEXTS,
} as const;

/** The id of a rule of section 4.13, or `EXE-00` for an element that is not executed yet. */
export type RuleId = keyof typeof RULES;

/** Marks and texts of a rule. */
export function ruleText(ruleId: RuleId): RuleText {
  return RULES[ruleId];
}

/** In the order of the families. */
export const RULE_IDS: readonly RuleId[] = Object.keys(RULES) as RuleId[];
