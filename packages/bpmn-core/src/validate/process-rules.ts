// Rules of processes and sub-processes: how they start and end, and whether they may be executed.
import { type BpmnDocument, type BpmnElement, booleanAttribute } from '../model/document.ts';
import {
  type FlowGraph,
  type GraphNode,
  isCompensationActivity,
  isEventSubProcess,
  isImplicitStart,
  isInstantiating,
  isLink,
  isNotStartedImplicitly,
} from './flow-graph.ts';
import { type Finding, finding, label } from './problem.ts';
import type { Rule, RuleContext } from './rule-context.ts';

function nodesOfType(graph: FlowGraph, type: string): readonly GraphNode[] {
  return graph.nodes.filter((node) => node.element.type === type);
}

function* startsAndEnds({ graphs }: RuleContext): Iterable<Finding> {
  for (const graph of graphs) {
    const values = { scope: label(graph.scope) };
    const starts = nodesOfType(graph, 'startEvent').length > 0;
    const ends = nodesOfType(graph, 'endEvent').length > 0;
    if (starts && !ends) yield finding('PRC-02', graph.scope, { values });
    const instantiating = graph.nodes.some((node) => isInstantiating(node.element));
    if (ends && !starts && !instantiating) yield finding('PRC-03', graph.scope, { values });
  }
}

function* looseNodes({ graphs }: RuleContext): Iterable<Finding> {
  for (const graph of graphs) {
    const scope = label(graph.scope);
    const starts = nodesOfType(graph, 'startEvent').length > 0;
    const ends = nodesOfType(graph, 'endEvent').length > 0;
    for (const { element, incoming, outgoing } of graph.nodes) {
      const values = { x: label(element), scope };
      if (starts && incoming.length === 0 && needsIncoming(element)) {
        yield finding('PRC-04', element, { about: 'incoming', values });
      }
      if (ends && outgoing.length === 0 && needsOutgoing(element)) {
        yield finding('PRC-05', element, { about: 'outgoing', values });
      }
    }
  }
}

function needsIncoming(element: BpmnElement): boolean {
  return element.type !== 'startEvent' && !isNotStartedImplicitly(element);
}

function needsOutgoing(element: BpmnElement): boolean {
  if (element.type === 'endEvent' || isEventSubProcess(element) || isCompensationActivity(element)) return false;
  const compensation = element.children.some((child) => child.type === 'compensateEventDefinition');
  if (element.type === 'boundaryEvent' && compensation) return false;
  return !(element.type === 'intermediateThrowEvent' && isLink(element));
}

function* executability({ graphs }: RuleContext): Iterable<Finding> {
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

export const PROCESS_RULES: readonly Rule[] = [startsAndEnds, looseNodes, executability, participants];

/** A process id of one file may not come back in any file of the deployment. Gives the findings of each document. */
export function duplicateProcesses(documents: readonly BpmnDocument[]): ReadonlyMap<BpmnDocument, readonly Finding[]> {
  const seen = new Set<string>();
  const found = new Map<BpmnDocument, Finding[]>();
  for (const document of documents) {
    const findings: Finding[] = [];
    for (const process of document.processes) {
      if (process.id === null) continue;
      if (seen.has(process.id)) findings.push(finding('PRC-07', process, { values: { k: process.id } }));
      seen.add(process.id);
    }
    found.set(document, findings);
  }
  return found;
}
