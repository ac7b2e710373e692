// These tests look at rules of imports and of several files: present, without a cycle, and nothing defined in two ways.
import type { OutsideLookup, Problem, Strictness } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, definitions, END, mark, model, NAMESPACES, process, START, WHOLE } from '../testing/model-text.ts';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

function importing(attributes: string, content = process(WHOLE)): string {
  return definitions(`<import ${attributes}/>${content}`);
}

const CASES: readonly RuleCase[] = [
  {
    rule: 'DOC-10',
    element: null,
    broken: importing('namespace="urn:a" location="a.xsd" importType="xsd"').replace('<import', '§<import'),
    twin: importing('namespace="urn:a" location="a.xsd" importType="http://www.w3.org/2001/XMLSchema"'),
  },
  {
    rule: 'DOC-10',
    element: null,
    broken: importing('namespace="" location="a.xsd" importType="urn:xsd"').replace('<import', '§<import'),
    twin: importing(`namespace="urn:a" location="other.bpmn" importType="${BPMN}"`),
  },
  {
    rule: 'DOC-12',
    element: null,
    broken: `§${definitions(process(WHOLE), 'targetNamespace="urn:test" typeLanguage="java"')}`,
    twin: definitions(process(WHOLE), 'targetNamespace="urn:test" typeLanguage="urn:java"'),
  },
  {
    rule: 'DOC-12',
    element: null,
    broken: `§${definitions(process(WHOLE), 'targetNamespace="urn:test" expressionLanguage="juel"')}`,
    twin: definitions(process(WHOLE), 'targetNamespace="urn:test" expressionLanguage="http://www.w3.org/1999/XPath"'),
  },
  {
    rule: 'DOC-13',
    element: null,
    broken: `§${definitions(process(WHOLE), 'targetNamespace="urn:test" expressionLanguage="klingon"')}`,
    twin: definitions(process(WHOLE), 'targetNamespace="urn:test" expressionLanguage="urn:klingon"'),
  },
  {
    rule: 'DOC-13',
    element: 't',
    broken: looped('§<loopCondition xsi:type="tFormalExpression" language="klingon">x</loopCondition>'),
    twin: looped('<loopCondition xsi:type="tFormalExpression" language="feel">x</loopCondition>'),
  },
];

function looped(condition: string): string {
  const task = `<task id="t"><standardLoopCharacteristics>${condition}</standardLoopCharacteristics></task>`;
  return model(chain(START, task, END), 'isExecutable="false"');
}

describe('imports and languages', () => {
  it.each(CASES)('imports and languages break $rule and the twin does not', (row) => expectRule(row));
});

/** Makes files `a.bpmn`, `b.bpmn` ... with `§` in front of what the problem points at. */
function problemsOfFiles(
  texts: readonly string[],
  strictness: Strictness,
  outside?: OutsideLookup,
): readonly Problem[] {
  const files = texts.map((text, index) => ({ name: `${'abcd'.charAt(index)}.bpmn`, bytes: mark(text).bytes }));
  return readDeployment(files, outside === undefined ? { strictness } : { strictness, outside }).problems;
}

function told(texts: readonly string[], ruleId: string, outside?: OutsideLookup) {
  return (['strict', 'spec', 'lenient'] as const).map((strictness) =>
    problemsOfFiles(texts, strictness, outside)
      .filter((problem) => problem.ruleId === ruleId)
      .map(({ file, line, severity }) => [file, line, severity]),
  );
}

function file(content: string, namespace: string): string {
  return `<definitions ${NAMESPACES} targetNamespace="${namespace}">\n${content}\n</definitions>`;
}

describe('several files', () => {
  const toB = `<import namespace="urn:b" location="./b.bpmn" importType="${BPMN}"/>`;
  const toA = `<import namespace="urn:a" location="a.bpmn" importType="${BPMN}"/>`;
  const nowhere = { hasFile: () => false };

  it('must hold the BPMN file that an executable process imports (DOC-10)', () => {
    const alone = file(toB + process(WHOLE), 'urn:a');
    const each = [['a.bpmn', 2, 'ERROR']];
    expect(told([alone], 'DOC-10', nowhere)).toEqual([each, each, each]);
    expect(told([alone, file('', 'urn:b')], 'DOC-10', nowhere)).toEqual([[], [], []]);
    expect(told([alone], 'DOC-10', { hasFile: (name) => name === 'b.bpmn' })).toEqual([[], [], []]);
    expect(told([alone], 'DOC-10')).toEqual([[], [], []]);
  });

  it('several files need not hold what only a drawn process imports, and warn where the process does not say', () => {
    const drawn = file(toB + process(WHOLE, 'isExecutable="false"'), 'urn:a');
    expect(told([drawn], 'DOC-10', nowhere)).toEqual([[], [], []]);
    const undecided = file(toB + process(WHOLE, ''), 'urn:a');
    const [strict] = told([undecided], 'DOC-10', nowhere);
    expect(strict).toEqual([['a.bpmn', 2, 'WARNING']]);
  });

  it('must not import each other in a circle (DOC-11)', () => {
    const round = [file(toB, 'urn:a'), file(toA, 'urn:b')];
    const each = [
      ['a.bpmn', 2, 'ERROR'],
      ['b.bpmn', 2, 'ERROR'],
    ];
    expect(told(round, 'DOC-11')).toEqual([each, each, each]);
    const [first] = problemsOfFiles(round, 'spec').filter(({ ruleId }) => ruleId === 'DOC-11');
    expect(first?.message).toBe('Imports form a cycle: a.bpmn > b.bpmn > a.bpmn');
    expect(told([file(toB, 'urn:a'), file('', 'urn:b')], 'DOC-11')).toEqual([[], [], []]);
  });

  it('of several files a longer way back is reported, and a file that imports itself', () => {
    const toC = toB.replaceAll('b', 'c').replaceAll('cpmn', 'bpmn').replace('urn:c', 'urn:c');
    const three = [
      file(toB, 'urn:a'),
      file(toC.replace(/importType="[^"]*"/, `importType="${BPMN}"`), 'urn:b'),
      file(toA, 'urn:c'),
    ];
    expect(told(three, 'DOC-11')[1]).toHaveLength(3);
    expect(told([file(toA, 'urn:a')], 'DOC-11')[1]).toEqual([['a.bpmn', 2, 'ERROR']]);
  });

  it('must not define one name in two ways (DOC-18)', () => {
    const first = file('<error id="x" name="X" errorCode="1"/>', 'urn:a');
    const second = file('\n<error errorCode="2" name="X" id="x"/>', 'urn:a');
    const each = [['b.bpmn', 3, 'ERROR']];
    expect(told([first, second], 'DOC-18')).toEqual([each, each, each]);
    expect(told([first, second.replace('"2"', '"1"')], 'DOC-18')).toEqual([[], [], []]);
    expect(told([first, second.replace('targetNamespace="urn:a"', 'targetNamespace="urn:b"')], 'DOC-18')).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('may name the parts of one definition with different prefixes', () => {
    const first = file('<itemDefinition id="i"/><message id="m" itemRef="i"/>', 'urn:test');
    const second = file('<itemDefinition id="i"/><message id="m" itemRef="tns:i"/>', 'urn:test');
    expect(told([first, second], 'DOC-18')[1]).toEqual([]);
  });

  it('several files find what an imported file has, and miss what it has not (REF-01)', () => {
    const names = (local: string) =>
      `<definitions ${NAMESPACES} xmlns:b="urn:b" targetNamespace="urn:a">\n${toB}\n<message id="m" itemRef="b:${local}"/></definitions>`;
    const other = file('<itemDefinition id="i"/>', 'urn:b');
    expect(told([names('i'), other], 'REF-01')[1]).toEqual([]);
    expect(told([names('j'), other], 'REF-01')[1]).toEqual([['a.bpmn', 3, 'ERROR']]);
    expect(told([names('j')], 'REF-01')[1]).toEqual([]);
  });
});
