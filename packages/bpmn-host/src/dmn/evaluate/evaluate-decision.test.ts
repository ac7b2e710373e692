// Decisions by table: hit policies, types, requirements, failures that name what they are about.
import type { Value, Variables } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../bpmn-core/src/testing/cost.ts';
import { readDmn } from '../read/read-dmn.ts';
import { dmnText, literalText, needs, needsInput, type TableText, tableText } from '../testing/dmn-text.ts';
import { type DecisionResult, type DecisionRow, evaluateDecision } from './evaluate-decision.ts';

const NOW = Date.parse('2026-05-17T10:30:00Z');

function evaluated(content: string, variables: Variables = {}, key = 'd'): DecisionResult {
  const { graph, problems } = readDmn(dmnText(content));
  if (graph === undefined) throw new Error(JSON.stringify(problems));
  return evaluateDecision(graph, key, variables, { now: NOW });
}

function rowsOf(content: string, variables: Variables = {}, key = 'd'): readonly DecisionRow[] {
  const result = evaluated(content, variables, key);
  if (result.outcome === 'failed') throw new Error(result.failure.message);
  return result.rows;
}

function failureOf(content: string, variables: Variables = {}): string {
  const result = evaluated(content, variables);
  return result.outcome === 'failed' ? result.failure.message : `none: ${JSON.stringify(result.rows)}`;
}

function outs(values: readonly Value[]): readonly DecisionRow[] {
  return values.map((out) => ({ out }));
}

const LEVELS = ['<outputValues><text>"high","mid","low"</text></outputValues>'];
const SCORES: TableText['rules'] = [
  ['> 0', '"low"'],
  ['> 5', '"mid"'],
  ['> 3', '"low"'],
  ['> 9', '"high"'],
];
const NUMBERS: TableText['rules'] = [
  ['> 0', '10'],
  ['> 5', '30.1'],
  ['> 9', '20.2'],
];

describe('a hit policy', () => {
  it.each<[string, string | undefined, TableText['rules'], number, readonly Value[]]>([
    [
      'UNIQUE',
      undefined,
      [
        ['< 5', '"a"'],
        ['>= 5', '"b"'],
      ],
      7,
      ['b'],
    ],
    [
      'UNIQUE',
      undefined,
      [
        ['< 5', '"a"'],
        ['>= 5', '"b"'],
      ],
      3,
      ['a'],
    ],
    ['UNIQUE', undefined, [['< 5', '"a"']], 7, []],
    ['FIRST', undefined, SCORES, 10, ['low']],
    [
      'ANY',
      undefined,
      [
        ['> 0', '1'],
        ['> 5', '1'],
      ],
      7,
      [1],
    ],
    ['PRIORITY', undefined, SCORES, 10, ['high']],
    ['PRIORITY', undefined, SCORES, 7, ['mid']],
    ['PRIORITY', undefined, SCORES, 4, ['low']],
    ['RULE ORDER', undefined, SCORES, 10, ['low', 'mid', 'low', 'high']],
    ['OUTPUT ORDER', undefined, SCORES, 10, ['high', 'mid', 'low', 'low']],
    ['COLLECT', undefined, SCORES, 7, ['low', 'mid', 'low']],
    ['COLLECT', undefined, SCORES, 0, []],
    ['COLLECT', 'SUM', NUMBERS, 10, [60.3]],
    ['COLLECT', 'MIN', NUMBERS, 10, [10]],
    ['COLLECT', 'MAX', NUMBERS, 10, [30.1]],
    ['COLLECT', 'COUNT', NUMBERS, 10, [3]],
    ['COLLECT', 'COUNT', NUMBERS, 0, [0]],
    ['COLLECT', 'SUM', NUMBERS, 0, []],
    [
      'COLLECT',
      'MAX',
      [
        ['-', '"a"'],
        ['-', '"c"'],
        ['-', '"b"'],
      ],
      0,
      ['c'],
    ],
  ])('%s %s of %j for %j gives %j', (hitPolicy, aggregation, rules, x, expected) => {
    const outputChildren = rules === SCORES ? LEVELS : [];
    const table = { hitPolicy, rules, outputChildren, ...(aggregation === undefined ? {} : { aggregation }) };
    expect(rowsOf(tableText(table), { x })).toEqual(outs(expected));
  });

  it('UNIQUE fails naming the rules that match', () => {
    expect(
      failureOf(
        tableText({
          rules: [
            ['> 0', '1'],
            ['> 9', '1'],
            ['> 5', '1'],
          ],
        }),
        { x: 7 },
      ),
    ).toBe('Decision d: rules 1 (d-r1), 3 (d-r3) match where only one may');
  });

  it('ANY fails naming the rules that do not agree', () => {
    expect(
      failureOf(
        tableText({
          hitPolicy: 'ANY',
          rules: [
            ['> 0', '1'],
            ['> 5', '1'],
            ['-', '2'],
          ],
        }),
        { x: 7 },
      ),
    ).toBe('Decision d: rules 1 (d-r1), 3 (d-r3) match and do not agree');
  });

  it('PRIORITY looks at the outputs from left to right', () => {
    const table = tableText({
      hitPolicy: 'PRIORITY',
      outputs: ['name="risk"', 'name="route"'],
      outputChildren: [LEVELS[0] as string, '<outputValues><text>"stop","go"</text></outputValues>'],
      rules: [
        ['-', '"mid"', '"stop"'],
        ['-', '"high"', '"go"'],
        ['-', '"high"', '"stop"'],
      ],
    });
    expect(rowsOf(table, { x: 1 })).toEqual([{ risk: 'high', route: 'stop' }]);
  });

  it('PRIORITY puts null last', () => {
    const table = tableText({
      hitPolicy: 'PRIORITY',
      outputChildren: LEVELS,
      rules: [
        ['-', ''],
        ['-', '"low"'],
      ],
    });
    expect(rowsOf(table, { x: 1 })).toEqual(outs(['low']));
  });

  it('FIRST looks no further than the rule that it takes', () => {
    const table = tableText({
      hitPolicy: 'FIRST',
      rules: [
        ['-', '1'],
        ['> nothing', '2'],
      ],
    });
    expect(rowsOf(table, { x: 1 })).toEqual(outs([1]));
  });

  it.each(['SUM', 'MIN'])('%s fails for what has no sum or order', (aggregation) => {
    const table = tableText({
      hitPolicy: 'COLLECT',
      aggregation,
      rules: [
        ['-', '1'],
        ['-', '"a"'],
      ],
    });
    expect(failureOf(table, { x: 1 })).toMatch(/needs (numbers|values with an order)$/);
  });

  it('a hit policy without a match gives the defaults where there are any', () => {
    const outputChildren = ['<defaultOutputEntry><text>"none of " + string(x)</text></defaultOutputEntry>'];
    expect(rowsOf(tableText({ outputChildren, rules: [['1', '"a"']] }), { x: 2 })).toEqual(outs(['none of 2']));
  });
});

describe('a cell', () => {
  it.each<[string, Value, boolean]>([
    ['-', 5, true],
    ['', null, true],
    ['5', 5, true],
    ['5', 6, false],
    ['5', null, false],
    ['5', '5', false],
    ['1,5', 5, true],
    ['not(1,5)', 5, false],
    ['not(1,5)', 2, true],
    ['not(1,5)', null, true],
    ['< 5', 5, false],
    ['<= 5', 5, true],
    ['[1..5]', 5, true],
    ['[1..5)', 5, false],
    ['(5..9]', 5, false],
    [']5..9]', 9, true],
    ['< 3, > 7', 8, true],
    ['"a","b"', 'b', true],
    ['"a"', 'A', false],
    ['true', true, true],
    ['true', false, false],
    ['false', false, true],
    ['false', null, false],
    ['null', null, true],
    ['null', 1, false],
    ['? > 3 and ? < 9', 5, true],
    ['? > limit', 5, true],
    ['> limit', 5, true],
    ['limit', 3, true],
    ['allowed', 'b', true],
    ['contains(?, "b")', 'abc', true],
    ['matches(?, "[a-c]+")', 'abc', true],
    ['starts with(?, "b")', 'abc', false],
    ['list contains(?, "b")', ['a', 'b'], true],
    ['? = null', null, true],
    ['some i in ? satisfies i > 2', [1, 3], true],
    ['> @"2026-01-01"', '2026-02-01', false],
    ['string length(?) > 2', 'abc', true],
    ['limit > 2', 'whatever', true],
  ])('%s for %j matches: %j', (cell, x, expected) => {
    const rows = rowsOf(tableText({ rules: [[cell, '1']] }), { x, limit: 3, allowed: ['a', 'b'] });
    expect(rows).toEqual(expected ? outs([1]) : []);
  });

  it('names a value that the input column gives a name', () => {
    const table = tableText({ rules: [['cell > 3', 'cell * 2']] }).replace(
      '<input ',
      '<input camunda:inputVariable="cell" ',
    );
    expect(rowsOf(table, { x: 5 })).toEqual(outs([10]));
  });

  it('a cell of an output may be empty and is null then', () => {
    expect(rowsOf(tableText({ rules: [['1', '']] }), { x: 1 })).toEqual(outs([null]));
  });

  it('a cell that fails names decision, rule and expression', () => {
    expect(failureOf(tableText({ rules: [['> nothing', '1']] }), { x: 1 })).toBe(
      'Decision d, rule 1: > nothing: there is no variable nothing',
    );
    expect(failureOf(tableText({ rules: [['1', 'nothing']] }), { x: 1 })).toBe(
      'Decision d, rule 1: nothing: there is no variable nothing',
    );
    expect(failureOf(tableText({ rules: [['1', '1']] }))).toBe('Decision d, input x: x: there is no variable x');
  });
});

describe('types', () => {
  it.each<[string, string, Value, Value]>([
    ['date', '> @"2026-01-01"', '2026-02-01', 'yes'],
    ['dateTime', '> @"2026-01-01T00:00:00Z"', '2026-02-01T00:00:00Z', 'yes'],
    ['date and time', '? < now()', new Date('2026-02-01T00:00:00Z'), 'yes'],
    ['time', '< @"12:00:00"', '11:30:00', 'yes'],
    ['dayTimeDuration', '> @"PT1H"', 'PT2H', 'yes'],
    ['days and time duration', '> @"PT1H"', 'P1D', 'yes'],
    ['yearMonthDuration', '> @"P1M"', 'P1Y', 'yes'],
    ['number', '5', 5, 'yes'],
    ['integer', '5', 5, 'yes'],
    ['string', '"5"', '5', 'yes'],
    ['boolean', 'true', true, 'yes'],
    ['Any', '5', 5, 'yes'],
    ['feel:number', '5', 5, 'yes'],
  ])('an input of type %s reads %s', (type, cell, x, expected) => {
    expect(rowsOf(tableText({ inputs: [['x', type]], rules: [[cell, '"yes"']] }), { x })).toEqual(outs([expected]));
  });

  it.each<[string, Value, string]>([
    ['number', '5', 'Decision d: input x is a string, not of type number'],
    ['integer', 5.5, 'Decision d: input x is a number, not of type integer'],
    ['date', 'soon', 'Decision d: input x is a string, not of type date'],
    ['date', 5, 'Decision d: input x is a number, not of type date'],
    ['dayTimeDuration', 'P1Y', 'Decision d: input x is a string, not of type dayTimeDuration'],
    ['boolean', 'true', 'Decision d: input x is a string, not of type boolean'],
  ])('an input of type %s refuses %j without showing it', (type, x, message) => {
    expect(failureOf(tableText({ inputs: [['x', type]], rules: [['-', '1']] }), { x })).toBe(message);
  });

  it('a list of one stands for its item where the type is no list, and longer ones are refused', () => {
    const table = tableText({ inputs: [['x', 'number']], rules: [['5', '"yes"']] });
    expect(rowsOf(table, { x: [5] })).toEqual(outs(['yes']));
    expect(failureOf(table, { x: [5, 6] })).toBe('Decision d: input x is a list, not of type number');
  });

  it('null is of every type', () => {
    expect(rowsOf(tableText({ inputs: [['x', 'number']], rules: [['-', '1']] }), { x: null })).toEqual(outs([1]));
  });

  it('an output is checked too', () => {
    const table = tableText({ outputs: ['name="out" typeRef="number"'], rules: [['-', '"a"']] });
    expect(failureOf(table, { x: 1 })).toBe('Decision d, rule 1: output out is a string, not of type number');
    const dates = tableText({ outputs: ['name="out" typeRef="date"'], rules: [['-', '"2026-01-01"']] });
    expect(rowsOf(dates, { x: 1 })).toEqual(outs(['2026-01-01']));
  });

  it('input and output values are kept to', () => {
    const inputs = tableText({
      inputChildren: ['<inputValues><text>"a","b"</text></inputValues>'],
      rules: [['-', '1']],
    });
    expect(rowsOf(inputs, { x: 'a' })).toEqual(outs([1]));
    expect(rowsOf(inputs, { x: null })).toEqual(outs([1]));
    expect(failureOf(inputs, { x: 'c' })).toBe('Decision d: input x is none of its input values');
    const outputs = tableText({ outputChildren: LEVELS, rules: [['-', '"huge"']] });
    expect(failureOf(outputs, { x: 1 })).toBe('Decision d, rule 1: output out is none of its output values');
  });

  const APPLICANT = `<itemDefinition name="tAge"><typeRef>number</typeRef><allowedValues><text>[0..150]</text></allowedValues></itemDefinition>
    <itemDefinition name="tApplicant"><itemComponent name="Age"><typeRef>tAge</typeRef></itemComponent>
    <itemComponent name="Monthly Income" isCollection="true"><typeRef>number</typeRef></itemComponent>
    <itemComponent name="born"><typeRef>date</typeRef></itemComponent></itemDefinition>
    <inputData id="applicant" name="The Applicant"><variable name="The Applicant" typeRef="tApplicant"/></inputData>`;

  it('structures have names with blanks, and dates inside of them', () => {
    const text = `${APPLICANT}${literalText('d', '{sum: sum(The Applicant.Monthly Income), year: The Applicant.born.year}', needsInput('applicant'))}`;
    const applicant = { Age: 30, 'Monthly Income': [1000.1, 2000.2], born: '1996-02-03' };
    expect(rowsOf(text, { applicant })).toEqual([{ d: { sum: 3000.3, year: 1996 } }]);
    expect(rowsOf(text, { 'The Applicant': applicant })).toEqual([{ d: { sum: 3000.3, year: 1996 } }]);
  });

  it('a type of the file may be named with a prefix, as older files do', () => {
    const text = APPLICANT.replace('typeRef="tApplicant"', 'typeRef="tns:tApplicant"');
    expect(
      rowsOf(text + literalText('d', 'The Applicant.Age', needsInput('applicant')), { applicant: { Age: 7 } }),
    ).toEqual([{ d: 7 }]);
  });

  it('a structure that does not conform fails naming the part', () => {
    const text = APPLICANT + literalText('d', '1', needsInput('applicant'));
    expect(failureOf(text, { applicant: { Age: 200 } })).toBe(
      'Decision d: Age of input The Applicant is none of the values that type tAge allows',
    );
    expect(failureOf(text, { applicant: 5 })).toBe(
      'Decision d: input The Applicant is a number, not of type tApplicant',
    );
  });
});

describe('decisions that need others', () => {
  const GRAPH = [
    '<inputData id="age" name="Age"/>',
    tableText({
      id: 'risk',
      inputs: ['Age'],
      before: needsInput('age'),
      rules: [
        ['< 18', '"high"'],
        ['>= 18', '"low"'],
      ],
    }),
    tableText({
      id: 'limits',
      hitPolicy: 'COLLECT',
      inputs: ['Age'],
      before: needsInput('age'),
      outputs: ['name="a"', 'name="b"'],
      rules: [
        ['-', '1', '2'],
        ['> 10', '3', '4'],
      ],
    }),
    tableText({
      id: 'd',
      inputs: ['risk'],
      before: `<variable name="Final Result"/>${needs('risk', 'limits')}${needsInput('age')}`,
      outputs: [''],
      rules: [
        ['"low"', 'sum(limits.a) + Age'],
        ['"high"', '0'],
      ],
    }),
  ].join('\n');

  it('decisions that need others see their results, each made once', () => {
    const result = evaluated(GRAPH, { Age: 20 });
    expect(result).toMatchObject({ outcome: 'done', rows: [{ 'Final Result': 24 }] });
    if (result.outcome === 'failed') throw new Error(result.failure.message);
    expect(result.records.map(({ key }) => key)).toEqual(['risk', 'limits', 'd']);
  });

  it('decisions that are needed on two ways are made once all the same', () => {
    const ids = [['c'], ['a', 'c'], ['b', 'c'], ['d', 'a', 'b']] as const;
    const result = evaluated(ids.map(([id, ...needed]) => literalText(id, '1', needs(...needed))).join(''));
    if (result.outcome === 'failed') throw new Error(result.failure.message);
    expect(result.records.map(({ key }) => key)).toEqual(['c', 'a', 'b', 'd']);
  });

  it('decisions that need others leave a record of inputs, matched rules and results', () => {
    const result = evaluated(GRAPH, { Age: 20 });
    if (result.outcome === 'failed') throw new Error(result.failure.message);
    expect(result.records[1]).toEqual({
      key: 'limits',
      name: 'limits',
      hitPolicy: 'COLLECT',
      inputs: [{ name: 'Age', value: 20 }],
      matchedRules: [
        { number: 1, id: 'limits-r1' },
        { number: 2, id: 'limits-r2' },
      ],
      rows: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    });
  });

  it('a declared input that nobody gives is null; a name that nobody declares fails', () => {
    expect(rowsOf(`<inputData id="i" name="i"/>${literalText('d', 'i = null', needsInput('i'))}`)).toEqual([
      { d: true },
    ]);
    expect(failureOf(literalText('d', 'i = null'))).toBe('Decision d: i = null: there is no variable i');
  });

  it('decisions that need others are not made by a name that does not exist', () => {
    const result = evaluated(GRAPH, {}, 'nothing');
    expect(result).toEqual({
      outcome: 'failed',
      failure: { code: 'DECISION_FAILED', message: 'There is no decision nothing' },
    });
  });

  it('a literal expression gives one row of one entry', () => {
    expect(rowsOf(literalText('d', 'x * 2', '<variable name="double"/>'), { x: 4 })).toEqual([{ double: 8 }]);
    expect(rowsOf(literalText('d', 'now()'))).toEqual([{ d: new Date(NOW) }]);
  });
});

describe('hostile decisions', () => {
  it('hostile decisions end at the limit of steps, which all of them share', () => {
    const heavy = 'count(for i in 1..90000 return i)';
    const many = Array.from({ length: 20 }, (_, index) => literalText(`h${index}`, heavy));
    const text = `${many.join('')}${literalText('d', 'h0', needs(...many.map((_, index) => `h${index}`)))}`;
    expect(failureOf(text)).toMatch(/limit expression\.steps exceeded: 1000000$/);
  });

  it('a table of many rules is read and evaluated soon', () => {
    const rules = Array.from({ length: 5_000 }, (_, index) => [`${index}`, `"r${index}"`, '-', `${index}`]);
    const table = tableText({ inputs: ['x', 'y', 'x'], rules });
    const reading = costOf(() => readDmn(dmnText(table)));
    const { graph } = reading.result;
    const evaluating = costOf(() => evaluateDecision(graph!, 'd', { x: 4_999, y: 'r4999' }, { now: NOW }));
    expect(evaluating.result).toMatchObject({ rows: [{ out: 4_999 }] });
    expect(reading.references).toBeLessThan(25_000);
    expect(evaluating.references).toBeLessThan(1_500);
  });

  it('variables reach nothing of the host', () => {
    expect(rowsOf(literalText('d', 'x.constructor'), { x: {} })).toEqual([{ d: null }]);
    expect(failureOf(literalText('d', 'constructor'))).toContain('there is no variable constructor');
    const table = tableText({ outputs: ['name="__proto__"'], rules: [['-', '1']] });
    expect(Object.keys(rowsOf(table, { x: 1 })[0] ?? {})).toEqual(['__proto__']);
  });
});
