// What every rule is given: the document, its flow graphs and small questions about both.
import type { BpmnDocument, BpmnElement } from '../model/document.ts';
import { buildFlowGraphs, type FlowGraph } from './flow-graph.ts';
import type { Finding } from './problem.ts';

export interface RuleContext {
  readonly document: BpmnDocument;
  readonly graphs: readonly FlowGraph[];
}

/** Finds every place of a document that breaks it. */
export type Rule = (context: RuleContext) => Iterable<Finding>;

export function createRuleContext(document: BpmnDocument): RuleContext {
  return { document, graphs: buildFlowGraphs(document) };
}

export function elementsOfTypes(context: RuleContext, types: ReadonlySet<string>): readonly BpmnElement[] {
  return context.document.elements.filter((element) => types.has(element.type));
}

/** One name for one matter, so that two rules that speak of the same reference meet (section 4.13, precedence). */
export function aboutReference(attribute: string, text: string): string {
  return `${attribute} ${text}`;
}
