// The catalogue of every rule that is built: id, marks, English and Turkish text, and what to do about it.

import { ACTIVITY_TEXTS } from './activity.texts.ts';
import { COLLABORATION_TEXTS } from './collaboration.texts.ts';
import { DATA_TEXTS } from './data.texts.ts';
import { DOCUMENT_TEXTS } from './document.texts.ts';
import { EVENT_TEXTS } from './event.texts.ts';
import { EXECUTION_TEXTS } from './execution.texts.ts';
import { FLOW_TEXTS } from './flow.texts.ts';
import { PROCESS_TEXTS } from './process.texts.ts';
import { REFERENCE_TEXTS } from './reference.texts.ts';
import type { RuleText } from './rule-texts.ts';
import { WARNING_TEXTS } from './warning.texts.ts';

/** Texts by rule id; ids of two files never meet, which the catalogue's test proves. */
export const RULES = {
  ...DOCUMENT_TEXTS,
  ...REFERENCE_TEXTS,
  ...FLOW_TEXTS,
  ...EVENT_TEXTS,
  ...ACTIVITY_TEXTS,
  ...PROCESS_TEXTS,
  ...DATA_TEXTS,
  ...COLLABORATION_TEXTS,
  ...EXECUTION_TEXTS,
  ...WARNING_TEXTS,
} as const;

/** The id of a rule; `EXE-00` is what the host at hand cannot serve. */
export type RuleId = keyof typeof RULES;

/** Finds marks and texts of a rule. */
export function ruleText(ruleId: RuleId): RuleText {
  return RULES[ruleId];
}

/** The ids of rules, in the order of their families. */
export const RULE_IDS: readonly RuleId[] = Object.keys(RULES) as RuleId[];
