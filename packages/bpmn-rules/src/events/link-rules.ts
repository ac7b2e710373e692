// Rules of links: throw and catch events that a name joins inside one process level.

import { triggersOf } from '../facts/event-facts.ts';
import type { FlowGraph } from '../facts/flow-graph.ts';
import { type BpmnDocument, type BpmnElement, type BpmnReference, resolveReference } from '../facts/types/document.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';

interface Link {
  readonly event: BpmnElement;
  readonly definition: BpmnElement;
  readonly name: string;
}

function linksOf(document: BpmnDocument, graph: FlowGraph, type: string): readonly Link[] {
  return graph.nodes
    .filter((node) => node.element.type === type)
    .flatMap(({ element }) =>
      triggersOf(document, element)
        .filter(({ kind }) => kind === 'link')
        .map(({ definition }) => ({ event: element, definition, name: definition.name?.trim() ?? '' })),
    );
}

function* links({ document, graphs }: RuleContext): Iterable<Finding> {
  for (const graph of graphs) {
    const throws = linksOf(document, graph, 'intermediateThrowEvent');
    const catches = linksOf(document, graph, 'intermediateCatchEvent');
    yield* names([...throws, ...catches]);
    yield* pairs(throws, catches);
    for (const link of [...throws, ...catches]) yield* references(document, link);
  }
}

function* names(links: readonly Link[]): Iterable<Finding> {
  for (const { definition, name } of links) {
    if (name === '') yield finding('EVT-25', definition, { about: 'attribute name' });
  }
}

function* pairs(throws: readonly Link[], catches: readonly Link[]): Iterable<Finding> {
  const thrown = new Set(throws.map(({ name }) => name));
  const caught = new Set<string>();
  for (const { event, name } of catches) {
    if (name === '') continue;
    if (caught.has(name)) yield finding('EVT-27', event, { values: { n: name } });
    else if (!thrown.has(name)) yield finding('EVT-28', event, { values: { n: name } });
    caught.add(name);
  }
  for (const { event, name } of throws) {
    if (name !== '' && !caught.has(name)) yield finding('EVT-26', event, { values: { n: name } });
  }
}

/** Checks that the two ways in which a link may name its other end, by name and by reference, agree. */
function* references(document: BpmnDocument, { definition, name }: Link): Iterable<Finding> {
  for (const reference of definition.references) {
    if (reference.attribute !== 'source' && reference.attribute !== 'target') continue;
    const other = namedLink(document, reference);
    if (other === undefined || (other.name?.trim() ?? '') === name) continue;
    yield finding('EVT-29', definition, { position: reference.position });
  }
}

function namedLink(document: BpmnDocument, reference: BpmnReference): BpmnElement | undefined {
  const target = resolveReference(document, reference);
  return target?.type === 'linkEventDefinition' ? target : undefined;
}

export const LINK_RULES: readonly Rule[] = [links];
