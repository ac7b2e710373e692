// Reads a decision table and checks that it is consistent in itself.
import type { XmlElement } from '@keelson/bpmn-xml';
import type { DmnExpression } from '../model/dmn-expression.ts';
import type {
  Aggregation,
  DecisionRule,
  DecisionTable,
  HitPolicy,
  InputColumn,
  OutputColumn,
} from '../model/dmn-model.ts';
import { ownAttribute, report } from '../model/dmn-problem.ts';
import { childNamed, childrenNamed, engineAttribute, textIn } from './dmn-xml.ts';
import { readExpression, readTestList, readTests } from './read-expressions.ts';
import { typeOfElement } from './read-types.ts';
import { DMN_LIMITS, type DmnReading } from './reading.ts';

const HIT_POLICIES: ReadonlySet<string> = new Set([
  'UNIQUE',
  'FIRST',
  'PRIORITY',
  'ANY',
  'COLLECT',
  'RULE ORDER',
  'OUTPUT ORDER',
] satisfies HitPolicy[]);
const AGGREGATIONS: ReadonlySet<string> = new Set(['SUM', 'COUNT', 'MIN', 'MAX'] satisfies Aggregation[]);

/** Reads a table; `result` names the only output column where it has no name itself. */
export function readTable(reading: DmnReading, element: XmlElement, result: string): DecisionTable {
  const inputs = childrenNamed(element, 'input').map((input) => readInput(reading, input));
  const outputElements = childrenNamed(element, 'output');
  const outputs = outputElements.map((output) => readOutput(reading, output, outputElements.length, result));
  const hitPolicy = enumerated(reading, element, 'hitPolicy', HIT_POLICIES, 'UNIQUE') as HitPolicy;
  const aggregation = enumerated(reading, element, 'aggregation', AGGREGATIONS, null) as Aggregation | null;
  checkColumns(reading, element, { hitPolicy, aggregation, inputs, outputs });
  return {
    kind: 'table',
    hitPolicy,
    aggregation,
    inputs,
    outputs,
    rules: readRules(reading, element, inputs, outputs),
  };
}

function enumerated(
  reading: DmnReading,
  element: XmlElement,
  name: string,
  allowed: ReadonlySet<string>,
  otherwise: string | null,
): string | null {
  const written = ownAttribute(element, name)?.trim();
  if (written === undefined || written === '') return otherwise;
  if (!allowed.has(written)) report(reading, 'DMN-01', element, `${written.slice(0, 80)} is no ${name}`);
  return allowed.has(written) ? written : otherwise;
}

function checkColumns(
  reading: DmnReading,
  element: XmlElement,
  { hitPolicy, aggregation, inputs, outputs }: Pick<DecisionTable, 'hitPolicy' | 'aggregation' | 'inputs' | 'outputs'>,
): void {
  if (inputs.length + outputs.length > DMN_LIMITS.columns) {
    report(reading, 'DMN-07', element, `a table has more than ${DMN_LIMITS.columns} columns`);
  }
  if (aggregation !== null && hitPolicy !== 'COLLECT') {
    report(reading, 'DMN-06', element, `aggregation needs the hit policy COLLECT, not ${hitPolicy}`);
  }
  if (aggregation !== null && outputs.length > 1) {
    report(reading, 'DMN-06', element, 'aggregation needs a table with one output');
  }
  const isRanked = hitPolicy === 'PRIORITY' || hitPolicy === 'OUTPUT ORDER';
  if (isRanked && outputs.every(({ values }) => values === null)) {
    report(reading, 'DMN-06', element, `${hitPolicy} needs output values, whose order is the priority`);
  }
  const names = new Set<string>();
  for (const { name } of outputs) {
    if (names.has(name)) report(reading, 'DMN-08', element, `output ${name} occurs twice`);
    names.add(name);
  }
}

function readInput(reading: DmnReading, element: XmlElement): InputColumn {
  const inner = childNamed(element, 'inputExpression');
  const expression = inner === undefined ? null : readExpression(reading, inner);
  if (inner !== undefined && textIn(inner) === '') report(reading, 'DMN-06', inner, 'an input has no expression');
  const values = childNamed(element, 'inputValues');
  return {
    id: ownAttribute(element, 'id') ?? null,
    label: ownAttribute(element, 'label')?.trim() || (inner === undefined ? '' : textIn(inner)),
    expression: expression ?? MISSING,
    type: typeOfElement(reading, inner),
    values: values === undefined ? null : readTests(reading, values),
    variable: engineAttribute(element, 'inputVariable') ?? null,
  };
}

/** Expression in the place of one with a problem; a file with problems gives no decisions. */
const MISSING: DmnExpression = {
  text: '',
  feel: { node: { name: '', text: '', from: 0, depth: 1, children: [] }, run: () => null },
};

function readOutput(reading: DmnReading, element: XmlElement, count: number, result: string): OutputColumn {
  const name = ownAttribute(element, 'name')?.trim() ?? '';
  if (name === '' && count > 1) report(reading, 'DMN-06', element, 'an output of several has no name');
  const values = childNamed(element, 'outputValues');
  const defaultEntry = childNamed(element, 'defaultOutputEntry');
  return {
    name: name === '' ? result : name,
    type: typeOfElement(reading, element),
    values: values === undefined || textIn(values) === '' ? null : readTestList(reading, values),
    defaultEntry: defaultEntry === undefined ? null : readExpression(reading, defaultEntry),
  };
}

function readRules(
  reading: DmnReading,
  element: XmlElement,
  inputs: readonly InputColumn[],
  outputs: readonly OutputColumn[],
): readonly DecisionRule[] {
  const rules = childrenNamed(element, 'rule');
  if (rules.length > DMN_LIMITS.rules) {
    report(reading, 'DMN-07', element, `a table has more than ${DMN_LIMITS.rules} rules`);
    return [];
  }
  return rules.map((rule, index) => readRule(reading, rule, index + 1, inputs.length, outputs.length));
}

function readRule(
  reading: DmnReading,
  element: XmlElement,
  number: number,
  inputs: number,
  outputs: number,
): DecisionRule {
  const tests = childrenNamed(element, 'inputEntry');
  const entries = childrenNamed(element, 'outputEntry');
  if (tests.length !== inputs) {
    report(reading, 'DMN-06', element, `rule ${number} has ${tests.length} input entries for ${inputs} inputs`);
  }
  if (entries.length !== outputs) {
    report(reading, 'DMN-06', element, `rule ${number} has ${entries.length} output entries for ${outputs} outputs`);
  }
  return {
    number,
    id: ownAttribute(element, 'id') ?? null,
    tests: tests.map((test) => readTests(reading, test)),
    entries: entries.map((entry) => readExpression(reading, entry)),
  };
}
