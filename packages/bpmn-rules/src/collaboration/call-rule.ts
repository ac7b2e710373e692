// Calls of conversations and of choreographies lead to what they may call, by one rule each.
import { findReference, resolveReference } from '../facts/types/document.ts';
import { finding } from '../rule/finding.ts';
import { aboutReference, elementsOfType, isMissed, type Rule } from '../rule/rule-context.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';

/** Makes the rule that each call of this type names one of the callable types, where what it names is at hand. */
export function callRule(ruleId: RuleId, callType: string, attribute: string, callable: ReadonlySet<string>): Rule {
  return function* calls(context) {
    for (const call of elementsOfType(context, callType)) {
      const reference = findReference(call, attribute);
      if (reference === undefined || reference.namespace === null) continue;
      const called = resolveReference(context.document, reference);
      const isWrong = called === undefined ? isMissed(context, reference) : !callable.has(called.type);
      const { text, position } = reference;
      if (isWrong) yield finding(ruleId, call, { position, about: aboutReference(attribute, text) });
    }
  };
}
