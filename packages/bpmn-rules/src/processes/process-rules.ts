// Rules of processes and sub-processes: how they start and end, and whether they may be executed.

import { hasTrigger } from '../facts/event-facts.ts';
import {
  type FlowGraph,
  type GraphNode,
  isCompensationActivity,
  isEventSubProcess,
  isImplicitStart,
  isInstantiating,
  isLink,
  isNotStartedImplicitly,
} from '../facts/flow-graph.ts';
import { type BpmnDocument, type BpmnElement, booleanAttribute, resolveReference } from '../facts/types/document.ts';
import { ARTIFACT_TYPES, SCOPE_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import type { OutsideLookup } from '../rule/outside.ts';
import { aboutReference, type Rule, type RuleContext } from '../rule/rule-context.ts';

function nodesOfType(graph: FlowGraph, type: string): readonly GraphNode[] {
  return graph.nodes.filter((node) => node.element.type === type);
}

/** An ad-hoc sub-process has neither starts nor ends (SUB-06). */
function withStartsAndEnds({ graphs }: RuleContext): readonly FlowGraph[] {
  return graphs.filter(({ scope }) => scope.type !== 'adHocSubProcess');
}

function* startsAndEnds(context: RuleContext): Iterable<Finding> {
  for (const graph of withStartsAndEnds(context)) {
    const values = { scope: label(graph.scope) };
    const starts = nodesOfType(graph, 'startEvent').length > 0;
    const ends = nodesOfType(graph, 'endEvent').length > 0;
    if (starts && !ends) yield finding('PRC-02', graph.scope, { values });
    const instantiating = graph.nodes.some((node) => isInstantiating(node.element));
    // SUB-02 reports the start that an event sub-process lacks.
    const isHandler = isEventSubProcess(graph.scope);
    if (ends && !starts && !instantiating && !isHandler) yield finding('PRC-03', graph.scope, { values });
  }
}

function* looseNodes(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const graph of withStartsAndEnds(context)) {
    const scope = label(graph.scope);
    const starts = nodesOfType(graph, 'startEvent').length > 0;
    const ends = nodesOfType(graph, 'endEvent').length > 0;
    for (const { element, incoming, outgoing } of graph.nodes) {
      const values = { x: label(element), scope };
      if (starts && incoming.length === 0 && needsIncoming(element)) {
        yield finding('PRC-04', element, { about: 'incoming', values });
      }
      if (ends && outgoing.length === 0 && needsOutgoing(document, element)) {
        yield finding('PRC-05', element, { about: 'outgoing', values });
      }
    }
  }
}

function needsIncoming(element: BpmnElement): boolean {
  return element.type !== 'startEvent' && !isNotStartedImplicitly(element);
}

function needsOutgoing(document: BpmnDocument, element: BpmnElement): boolean {
  if (element.type === 'endEvent' || isEventSubProcess(element) || isCompensationActivity(element)) return false;
  if (element.type === 'boundaryEvent' && hasTrigger(document, element, 'compensation')) return false;
  return !(element.type === 'intermediateThrowEvent' && isLink(element));
}

function* executability({ graphs, document }: RuleContext): Iterable<Finding> {
  const { processes, definitions } = document;
  if (processes.length > 0 && processes.every((process) => !booleanAttribute(process, 'isExecutable', true))) {
    yield finding('W-21', definitions);
  }
  for (const graph of graphs) {
    const process = graph.scope;
    if (process.process !== process) continue;
    const isPublic = process.attributes.get('processType') === 'Public';
    if (isPublic && booleanAttribute(process, 'isExecutable', false)) yield finding('PRC-06', process);
    if (!process.attributes.has('isExecutable')) yield finding('W-02', process);
    if (graph.nodes.length === 0) yield finding('PRC-01', process);
    else if (!canStart(graph)) yield finding('PRC-10', process);
  }
}

function canStart(graph: FlowGraph): boolean {
  return graph.nodes.some(
    (node) => node.element.type === 'startEvent' || isInstantiating(node.element) || isImplicitStart(node),
  );
}

function* participants({ document }: RuleContext): Iterable<Finding> {
  const collaborations = document.definitions.children.filter((child) => child.type === 'collaboration');
  if (collaborations.length === 0) return;
  const shown = new Set(
    collaborations
      .flatMap((collaboration) => collaboration.children)
      .flatMap((child) => child.references.filter((reference) => reference.attribute === 'processRef'))
      .map((reference) => reference.localName),
  );
  for (const process of document.processes) {
    if (process.id !== null && !shown.has(process.id)) yield finding('W-14', process);
  }
}

/** Without a word of their own, references to what is no process or collaboration would only be REF-02. */
function* support({ document }: RuleContext): Iterable<Finding> {
  for (const process of document.processes) {
    for (const reference of process.references) {
      const wanted = SUPPORT[reference.attribute];
      if (wanted === undefined) continue;
      const target = resolveReference(document, reference);
      if (target === undefined || target.type === wanted) continue;
      const { attribute, text, position } = reference;
      const about = aboutReference(attribute, text);
      yield finding('PRC-08', process, { position, about, values: { attr: attribute, type: wanted } });
    }
  }
}

const SUPPORT: Readonly<Record<string, string>> = {
  supports: 'process',
  definitionalCollaborationRef: 'collaboration',
};

/** A message flow joins those who send and receive; an artifact does neither. */
function* artifactFlows({ document }: RuleContext): Iterable<Finding> {
  for (const flow of document.elements) {
    if (flow.type !== 'messageFlow') continue;
    for (const reference of flow.references) {
      const end = reference.attribute === 'messageRef' ? undefined : resolveReference(document, reference);
      if (end === undefined || !ARTIFACT_TYPES.has(end.type)) continue;
      const about = aboutReference(reference.attribute, reference.text);
      yield finding('PRC-12', flow, { about, values: { x: label(end) } });
    }
  }
}

/** The schema lets these types pass, but the standard has them abstract: nothing says what they would do. */
const ABSTRACT_TYPES: ReadonlySet<string> = new Set(['event', 'implicitThrowEvent']);

function* abstractElements({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (!ABSTRACT_TYPES.has(element.type) || !SCOPE_TYPES.has(element.parent?.type ?? '')) continue;
    yield finding('EXE-16', element, { about: 'element', values: { x: label(element) } });
  }
}

export const PROCESS_RULES: readonly Rule[] = [
  startsAndEnds,
  looseNodes,
  executability,
  participants,
  support,
  artifactFlows,
  abstractElements,
];

/** Finds, for each document, the process ids that come back in another file of the deployment. */
export function duplicateProcesses(
  documents: readonly BpmnDocument[],
  { hasProcess }: OutsideLookup = {},
): ReadonlyMap<BpmnDocument, readonly Finding[]> {
  const seen = new Set<string>();
  const found = new Map<BpmnDocument, Finding[]>();
  for (const document of documents) {
    const findings: Finding[] = [];
    for (const process of document.processes) {
      if (process.id === null) continue;
      const isTwice = seen.has(process.id) || hasProcess?.(process.id) === true;
      if (isTwice) findings.push(finding('PRC-07', process, { values: { k: process.id } }));
      seen.add(process.id);
    }
    found.set(document, findings);
  }
  return found;
}
