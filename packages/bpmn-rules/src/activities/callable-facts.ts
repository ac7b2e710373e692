// What a process or global task offers to those who call it: a plain start, and its data.

import { triggersOf } from '../facts/event-facts.ts';
import { buildFlowGraphs, type FlowGraph, isImplicitStart } from '../facts/flow-graph.ts';
import { type BpmnDocument, type BpmnElement, childrenOfType } from '../facts/types/document.ts';
import { itemOf, structureOf } from '../facts/types/item-types.ts';
import type { OutsideCallable, OutsideData } from '../rule/outside.ts';

/** Answers what a process or global task of a file offers to those who call it. */
export function callableFacts(document: BpmnDocument, element: BpmnElement): OutsideCallable {
  const io = childrenOfType(element, 'ioSpecification')[0];
  const data = (type: string): readonly OutsideData[] =>
    (io === undefined ? [] : childrenOfType(io, type)).map((each) => dataFacts(document, each));
  return { startsPlainly: startsPlainly(document, element), inputs: data('dataInput'), outputs: data('dataOutput') };
}

function dataFacts(document: BpmnDocument, element: BpmnElement): OutsideData {
  const item = itemOf(document, element);
  return { name: element.name ?? element.id ?? '', structure: item === undefined ? null : structureOf(item) };
}

function startsPlainly(document: BpmnDocument, element: BpmnElement): boolean {
  if (element.type !== 'process') return true;
  const starts = element.children.filter((child) => child.type === 'startEvent');
  if (starts.length > 0) return starts.some((start) => triggersOf(document, start).length === 0);
  return graphsOf(document).get(element)?.nodes.some(isImplicitStart) ?? false;
}

/** Flow graphs of the processes of a document, built once: documents do not change, and many calls may ask for one. */
const known = new WeakMap<BpmnDocument, ReadonlyMap<BpmnElement, FlowGraph>>();

function graphsOf(document: BpmnDocument): ReadonlyMap<BpmnElement, FlowGraph> {
  const graphs = known.get(document) ?? new Map(buildFlowGraphs(document).map((graph) => [graph.scope, graph]));
  known.set(document, graphs);
  return graphs;
}
