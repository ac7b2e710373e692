// Reads a DMN file: every problem of it at once, or the decisions that it makes.
import { isDmnNamespace, parseXml, type XmlElement, type XmlResult } from '@keelson/bpmn-xml';
import type { KnownNames } from '../../feel/values/syntax-tree.ts';
import type { Decision, DecisionGraph, DecisionTable, InputData, LiteralLogic } from '../model/dmn-model.ts';
import { type DmnProblem, ownAttribute, report } from '../model/dmn-problem.ts';
import { checkElement } from './dmn-schema.ts';
import { childNamed, childrenNamed, engineAttribute, nameOrId } from './dmn-xml.ts';
import { readExpression } from './read-expressions.ts';
import { readTable } from './read-table.ts';
import { readItemTypes, typeOfElement } from './read-types.ts';
import { type Allowance, DMN_LIMITS, type DmnReading, namesOfType, newAllowance } from './reading.ts';

export type DmnResult =
  | { readonly graph: DecisionGraph; readonly problems?: never }
  | { readonly problems: readonly DmnProblem[]; readonly graph?: never };

/** Reads a file. Nothing of a file with a problem is executed. */
export function readDmn(
  bytes: Uint8Array,
  parsed: XmlResult = parseXml(bytes),
  allowance: Allowance = newAllowance(),
): DmnResult {
  const { tree, problem } = parsed;
  if (problem !== undefined) {
    const { ruleId, message, limit, line, column } = problem;
    const words = limit === undefined ? message : `${limit.name} is ${limit.value}`;
    return {
      problems: [{ ruleId, message: words, elementId: null, elementType: null, elementName: null, line, column }],
    };
  }
  const { root } = tree;
  const reading: DmnReading = {
    problems: [],
    allowance,
    types: new Map(),
    names: {},
    compiled: new Map(),
    expressionLanguage: ownAttribute(root, 'expressionLanguage')?.trim() ?? '',
  };
  const graph = readDefinitions(reading, root);
  return reading.problems.length > 0 || graph === null ? { problems: reading.problems } : { graph };
}

function readDefinitions(reading: DmnReading, root: XmlElement): DecisionGraph | null {
  if (root.local !== 'definitions' || !isDmnNamespace(root.namespace)) {
    report(reading, 'DMN-01', root, 'the root is no definitions element of DMN');
    return null;
  }
  checkElement(reading, root);
  checkIds(reading, root);
  const elements = childrenNamed(root, 'decision');
  if (isTooLarge(reading, root, elements)) return null;
  readItemTypes(reading, root);
  const inputs = readInputs(reading, root);
  reading.names = knownNames(reading, inputs, elements);
  const decisions = new Map<string, Decision>();
  for (const element of elements) {
    const decision = readDecision(reading, element, inputs, elements);
    if (decision !== null) decisions.set(decision.id, decision);
  }
  checkCycles(reading, elements, decisions);
  const [name, namespace] = [ownAttribute(root, 'name') ?? '', ownAttribute(root, 'namespace') ?? ''];
  return { name, namespace, decisions };
}

function checkIds(reading: DmnReading, root: XmlElement): void {
  const seen = new Set<string>();
  const visit = (element: XmlElement): void => {
    if (!isDmnNamespace(element.namespace)) return;
    const id = ownAttribute(element, 'id');
    if (id !== undefined && seen.has(id)) report(reading, 'DMN-08', element, `id ${id} occurs twice`);
    if (id !== undefined) seen.add(id);
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(root);
}

function isTooLarge(reading: DmnReading, root: XmlElement, decisions: readonly XmlElement[]): boolean {
  if (decisions.length > DMN_LIMITS.decisions) {
    report(reading, 'DMN-07', root, `there are more than ${DMN_LIMITS.decisions} decisions`);
  }
  const rules = decisions.flatMap((decision) => {
    const table = childNamed(decision, 'decisionTable');
    return table === undefined ? [] : childrenNamed(table, 'rule');
  });
  const cells = rules.reduce((sum, rule) => sum + rule.children.filter(({ kind }) => kind === 'element').length, 0);
  if (cells > DMN_LIMITS.cells) report(reading, 'DMN-07', root, `there are more than ${DMN_LIMITS.cells} cells`);
  return decisions.length > DMN_LIMITS.decisions || cells > DMN_LIMITS.cells;
}

function readInputs(reading: DmnReading, root: XmlElement): ReadonlyMap<string, InputData> {
  const inputs = childrenNamed(root, 'inputData').map((element): InputData => {
    const variable = childNamed(element, 'variable');
    const type = typeOfElement(reading, variable);
    return { id: ownAttribute(element, 'id') ?? '', name: variableName(element), type };
  });
  return new Map(inputs.map((input) => [input.id, input]));
}

/** Answers the name of the variable inside, else of the element itself. */
function variableName(element: XmlElement): string {
  const variable = childNamed(element, 'variable');
  const name = variable === undefined ? '' : (ownAttribute(variable, 'name')?.trim() ?? '');
  return name === '' ? nameOrId(element) : name;
}

function knownNames(
  reading: DmnReading,
  inputs: ReadonlyMap<string, InputData>,
  decisions: readonly XmlElement[],
): KnownNames {
  const names = new Map<string, KnownNames | null>();
  for (const { name, type } of inputs.values()) names.set(name, namesOfType(type));
  for (const element of decisions) {
    names.set(nameOrId(element), null);
    names.set(
      variableName(element),
      namesOfType(typeOfElement({ ...reading, problems: [] }, childNamed(element, 'variable'))),
    );
  }
  // Other names are read right without being known, and each known one costs time in every expression.
  return Object.fromEntries([...names].filter(([name, inner]) => inner !== null || !PLAIN_NAME.test(name)));
}

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

function readDecision(
  reading: DmnReading,
  element: XmlElement,
  inputs: ReadonlyMap<string, InputData>,
  decisions: readonly XmlElement[],
): Decision | null {
  const id = ownAttribute(element, 'id')?.trim() ?? '';
  if (id.length > DMN_LIMITS.key) {
    report(reading, 'DMN-07', element, `the id of a decision has more than ${DMN_LIMITS.key} characters`);
  }
  const variable = variableName(element);
  const logic = readLogic(reading, element, variable);
  const needs = childrenNamed(element, 'informationRequirement');
  const requiredDecisions = needs.flatMap((need) =>
    referred(reading, need, 'requiredDecision', (target) =>
      decisions.some((candidate) => ownAttribute(candidate, 'id') === target),
    ),
  );
  const inputIds = needs.flatMap((need) => referred(reading, need, 'requiredInput', (target) => inputs.has(target)));
  if (logic === null || id === '') return null;
  return {
    id,
    name: nameOrId(element),
    variable,
    type: typeOfElement(reading, childNamed(element, 'variable')),
    versionTag: engineAttribute(element, 'versionTag') ?? null,
    requiredDecisions,
    requiredInputs: inputIds.map((inputId) => inputs.get(inputId) as InputData),
    logic,
  };
}

function readLogic(reading: DmnReading, element: XmlElement, variable: string): DecisionTable | LiteralLogic | null {
  const table = childNamed(element, 'decisionTable');
  const literal = childNamed(element, 'literalExpression');
  if (table !== undefined && literal !== undefined) report(reading, 'DMN-01', element, 'a decision has two logics');
  if (table !== undefined) return readTable(reading, table, variable);
  if (literal === undefined) {
    const isReported = reading.problems.some(({ ruleId }) => ruleId === 'DMN-05');
    if (!isReported) report(reading, 'DMN-06', element, 'a decision has neither a table nor an expression');
    return null;
  }
  const before = reading.problems.length;
  const expression = readExpression(reading, literal);
  if (expression !== null) return { kind: 'literal', expression };
  const isRead = reading.allowance.expressions >= 0;
  if (isRead && reading.problems.length === before) report(reading, 'DMN-06', literal, 'a literal expression is empty');
  return null;
}

/** Lists the ids that a requirement names; each must be one of this file. */
function referred(
  reading: DmnReading,
  need: XmlElement,
  local: string,
  exists: (id: string) => boolean,
): readonly string[] {
  return childrenNamed(need, local).flatMap((reference) => {
    const href = ownAttribute(reference, 'href')?.trim() ?? '';
    const id = href.replace(/^#/, '');
    if (href.startsWith('#') && exists(id)) return [id];
    report(reading, 'DMN-03', reference, `${local} ${href.slice(0, 80)} is not in this file`);
    return [];
  });
}

function checkCycles(
  reading: DmnReading,
  elements: readonly XmlElement[],
  decisions: ReadonlyMap<string, Decision>,
): void {
  const depths = new Map<string, number>();
  const depthOf = (id: string, path: readonly string[]): number => {
    if (path.includes(id)) return Number.POSITIVE_INFINITY;
    const known = depths.get(id);
    if (known !== undefined) return known;
    const inner = [...path, id];
    if (inner.length > DMN_LIMITS.depth) return DMN_LIMITS.depth + 1;
    const needed = decisions.get(id)?.requiredDecisions ?? [];
    const depth = 1 + Math.max(0, ...needed.map((next) => depthOf(next, inner)));
    depths.set(id, depth);
    return depth;
  };
  for (const element of elements) {
    const depth = depthOf(ownAttribute(element, 'id') ?? '', []);
    if (depth === Number.POSITIVE_INFINITY) {
      report(
        reading,
        'DMN-04',
        element,
        `decision ${nameOrId(element)} needs decisions that need each other in a circle`,
      );
    } else if (depth > DMN_LIMITS.depth) {
      report(reading, 'DMN-07', element, `decisions need each other over more than ${DMN_LIMITS.depth} steps`);
    }
  }
}
