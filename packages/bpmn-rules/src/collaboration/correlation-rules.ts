// These rules judge what processes subscribe to: keys of their collaborations, once each, with all of their properties.
import {
  type BpmnElement,
  childrenOfType,
  findReference,
  referencedElement,
  resolveReference,
} from '../facts/types/document.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { aboutReference, elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { propertiesOf } from './correlation-key-rules.ts';
import { collaborationOf, poolsOf } from './pools.ts';

function* subscribedKeys(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const pools = poolsOf(document);
  for (const subscription of elementsOfType(context, 'correlationSubscription')) {
    const reference = findReference(subscription, 'correlationKeyRef');
    const key = reference === undefined ? undefined : resolveReference(document, reference);
    const process = subscription.process;
    if (reference === undefined || key?.type !== 'correlationKey' || process === null) continue;
    const collaboration = collaborationOf(key);
    const isOwn =
      collaboration !== null &&
      (pools.get(collaboration)?.has(process) === true ||
        referencedElement(document, process, 'definitionalCollaborationRef') === collaboration);
    const { attribute, text, position } = reference;
    const about = aboutReference(attribute, text);
    if (!isOwn) yield finding('COR-01', subscription, { position, about, values: { x: label(key) } });
  }
}

function* onceEach({ document }: RuleContext): Iterable<Finding> {
  for (const process of document.processes) {
    const seen = new Set<BpmnElement>();
    for (const subscription of childrenOfType(process, 'correlationSubscription')) {
      const key = referencedElement(document, subscription, 'correlationKeyRef');
      if (key === undefined) continue;
      if (seen.has(key)) yield finding('COR-02', subscription);
      seen.add(key);
    }
  }
}

function* boundProperties(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const subscription of elementsOfType(context, 'correlationSubscription')) {
    const key = referencedElement(document, subscription, 'correlationKeyRef');
    if (key?.type !== 'correlationKey') continue;
    const wanted = new Set(propertiesOf(document, [key]));
    const bound = new Map<BpmnElement, number>();
    for (const property of propertiesOf(document, childrenOfType(subscription, 'correlationPropertyBinding'))) {
      bound.set(property, (bound.get(property) ?? 0) + 1);
    }
    const all = [...new Set([...wanted, ...bound.keys()])];
    const wrong = all.filter((property) => bound.get(property) !== 1 || !wanted.has(property)).map(label);
    if (wrong.length > 0) yield finding('COR-03', subscription, { values: { p: wrong.join(', ') } });
  }
}

export const CORRELATION_RULES: readonly Rule[] = [subscribedKeys, onceEach, boundProperties];
