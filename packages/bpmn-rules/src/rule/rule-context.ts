// What every rule is given: the document, its flow graphs and small questions about both.
import { type Calendar, type ExpressionLanguages, NO_LANGUAGES } from '@keelson/bpmn-core';
import { buildFlowGraphs, type FlowGraph, type GraphNode } from '../facts/flow-graph.ts';
import { isScriptPattern } from '../facts/form-fields.ts';
import { type BpmnDocument, type BpmnElement, type BpmnReference, referencedElement } from '../facts/types/document.ts';
import type { Finding } from './finding.ts';
import type { HostKind } from './host-kinds.ts';
import type { OutsideLookup } from './outside.ts';

/** What the caller knows beside the files. */
export interface RuleOptions {
  /** Languages beside that of the core; without them text in FEEL and JavaScript is refused. */
  readonly languages?: ExpressionLanguages;
  readonly outside?: OutsideLookup;
  /** Reads times as they will be read; without one only the usual forms are known. */
  readonly calendar?: Calendar;
  /** Whether a field of a form can be held against a text as its pattern; absent: what JavaScript takes for one. */
  readonly isPattern?: (text: string) => boolean;
  /** Text of another file of the deployment, where a condition names one; null or absent: there is none. */
  readonly resource?: (name: string) => string | null;
  /** What the host can serve; absent, it serves everything. */
  readonly hosted?: ReadonlySet<HostKind>;
}

export interface RuleContext {
  readonly document: BpmnDocument;
  /** Documents that are checked together, this one among them. */
  readonly deployment: readonly BpmnDocument[];
  /** Elements of the document by their types, in document order. */
  readonly byType: ReadonlyMap<string, readonly BpmnElement[]>;
  readonly graphs: readonly FlowGraph[];
  /** Flow nodes of all scopes by their elements. */
  readonly nodeOf: ReadonlyMap<BpmnElement, GraphNode>;
  /** Boundary events by activity, in document order. */
  readonly boundariesOf: ReadonlyMap<BpmnElement, readonly BpmnElement[]>;
  readonly languages: ExpressionLanguages;
  readonly outside: OutsideLookup;
  readonly calendar: Calendar | null;
  readonly isPattern: (text: string) => boolean;
  readonly resource: (name: string) => string | null;
  /** What the host can serve; null means everything. */
  readonly hosted: ReadonlySet<HostKind> | null;
}

/** A rule, which finds every place of a document that breaks it. */
export type Rule = (context: RuleContext) => Iterable<Finding>;

export function createRuleContext(
  document: BpmnDocument,
  deployment: readonly BpmnDocument[] = [document],
  options: RuleOptions = {},
): RuleContext {
  const graphs = buildFlowGraphs(document);
  return {
    document,
    deployment,
    byType: Map.groupBy(document.elements, ({ type }) => type),
    graphs,
    nodeOf: new Map(graphs.flatMap((graph) => [...graph.nodeOf])),
    boundariesOf: groupBoundaries(document),
    languages: options.languages ?? NO_LANGUAGES,
    outside: options.outside ?? {},
    calendar: options.calendar ?? null,
    isPattern: options.isPattern ?? isScriptPattern,
    resource: options.resource ?? (() => null),
    hosted: options.hosted ?? null,
  };
}

function groupBoundaries(document: BpmnDocument): ReadonlyMap<BpmnElement, readonly BpmnElement[]> {
  const groups = new Map<BpmnElement, BpmnElement[]>();
  for (const event of document.elements) {
    const host = event.type === 'boundaryEvent' ? referencedElement(document, event, 'attachedToRef') : undefined;
    if (host === undefined) continue;
    const group = groups.get(host);
    if (group === undefined) groups.set(host, [event]);
    else group.push(event);
  }
  return groups;
}

/** Lists elements type by type; findings are put in order at the end. */
export function elementsOfTypes({ byType }: RuleContext, types: ReadonlySet<string>): readonly BpmnElement[] {
  return [...types].flatMap((type) => byType.get(type) ?? []);
}

export function elementsOfType({ byType }: RuleContext, type: string): readonly BpmnElement[] {
  return byType.get(type) ?? [];
}

/** Names the matter of a finding about a reference, so that of two rules that speak of the same reference the more specific one stays. */
export function aboutReference(attribute: string, text: string): string {
  return `${attribute} ${text}`;
}

/** Lists where a name may lead: into this file for one of its own namespace, else into those of the deployment that have its namespace. */
function filesOf({ document, deployment }: RuleContext, { prefix, namespace }: BpmnReference): readonly BpmnDocument[] {
  if (prefix === '' || namespace === document.targetNamespace) return [document];
  return deployment.filter((other) => namespace !== null && other.targetNamespace === namespace);
}

/** Finds what a name leads to in the files at hand. */
export function resolveInDeployment(context: RuleContext, reference: BpmnReference): BpmnElement | undefined {
  const found = filesOf(context, reference).map((file) => file.elementsById.get(reference.localName));
  return found.find((element) => element !== undefined);
}

/** Whether a name leads to nothing although a file that it could lead into is at hand. */
export function isMissed(context: RuleContext, reference: BpmnReference): boolean {
  const files = filesOf(context, reference);
  return files.length > 0 && files.every((file) => !file.elementsById.has(reference.localName));
}
