// These rules judge artifacts: what an association joins, and the category of a group.

import { triggersOf } from '../facts/event-facts.ts';
import { type BpmnElement, findReference, resolveReference } from '../facts/types/document.ts';
import { ACTIVITY_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { aboutReference, elementsOfType, isMissed, type Rule, type RuleContext } from '../rule/rule-context.ts';

const ENDS = ['sourceRef', 'targetRef'] as const;

function* ends(context: RuleContext): Iterable<Finding> {
  for (const association of elementsOfType(context, 'association')) {
    for (const attribute of ENDS) {
      const reference = findReference(association, attribute);
      if (reference === undefined || reference.text === '') {
        yield finding('ART-01', association, { about: `attribute ${attribute}` });
      } else if (reference.namespace !== null && isMissed(context, reference)) {
        yield finding('ART-01', association, { about: aboutReference(attribute, reference.text) });
      }
    }
  }
}

function* categories(context: RuleContext): Iterable<Finding> {
  for (const group of elementsOfType(context, 'group')) {
    const reference = findReference(group, 'categoryValueRef');
    if (reference === undefined || reference.namespace === null || !isMissed(context, reference)) continue;
    const { attribute, text, position } = reference;
    yield finding('ART-02', group, { position, about: aboutReference(attribute, text) });
  }
}

function* compensation(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const association of elementsOfType(context, 'association')) {
    const [source, target] = ENDS.map((attribute) => {
      const reference = findReference(association, attribute);
      return reference === undefined ? undefined : resolveReference(document, reference);
    });
    if (source === undefined || target === undefined) continue;
    const isCompensation = target.type === 'boundaryEvent' && isCompensating(context, target);
    if (isCompensation && ACTIVITY_TYPES.has(source.type)) yield finding('ART-03', association, { about: 'direction' });
  }
}

function isCompensating({ document }: RuleContext, event: BpmnElement): boolean {
  return triggersOf(document, event).some(({ kind }) => kind === 'compensation');
}

export const ARTIFACT_RULES: readonly Rule[] = [ends, categories, compensation];
