// The warning about start events: what they say of interrupting matters inside event sub-processes alone.

import { startsEventSubProcess } from '../facts/event-facts.ts';
import { booleanAttribute } from '../facts/types/document.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';

function* interrupting(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfType(context, 'startEvent')) {
    // Tools write the default `true` everywhere, so it says nothing.
    const isSaid = !booleanAttribute(element, 'isInterrupting', true);
    if (isSaid && !startsEventSubProcess(element)) yield finding('W-07', element);
  }
}

export const START_EVENT_RULES: readonly Rule[] = [interrupting];
