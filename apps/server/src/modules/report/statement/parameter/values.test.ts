// Proves how values of parameters are read: types, bounds, defaults in the zone of the run, and every problem at once.

import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { evaluate, readExpression } from './default-expression.ts';
import type { Parameter, ParameterType, RunContext } from './parameter.types.ts';
import { boundValuesOf, findUnknown, type ParameterMap, type ResolveHelp, resolveValues } from './resolve-values.ts';

const run: RunContext = {
  username: 'ayşe',
  tenantIdentifier: 'umber',
  locale: 'tr-TR',
  timeZone: 'Europe/Istanbul',
  // 01:30 of 1 March in Istanbul, still February in UTC.
  now: Date.parse('2026-02-28T22:30:00Z'),
};
const parameter = (name: string, type: ParameterType, changes: Partial<Parameter> = {}): Parameter => ({
  name,
  type,
  control: 'TEXT_BOX',
  multiple: false,
  required: false,
  readOnly: false,
  defaultValue: null,
  defaultExpression: null,
  minValue: null,
  maxValue: null,
  minLength: null,
  maxLength: 4_000,
  pattern: null,
  optionList: [],
  strictOption: true,
  masterParameterNameList: [],
  sensitive: false,
  ...changes,
});
const help: ResolveHelp<Parameter> = {
  match: async (entries) =>
    entries.map(({ pattern, texts }) => texts.every((text) => RE2JS.compile(pattern).matches(text))),
  hasForeign: async ({ optionList }, values) =>
    optionList.length > 0 && values.some((value) => !optionList.some((option) => option.value === value)),
};
const resolve = (parameters: readonly Parameter[], given: ParameterMap, context = run) =>
  resolveValues(parameters, given, context, help);
const outcomeOf = async (one: Parameter, given: unknown) => {
  const [resolved] = await resolve([one], { [one.name]: given });
  return resolved!.problem?.code ?? resolved!.value;
};

it.each<readonly [ParameterType, unknown, unknown]>([
  ['STRING', '', ''],
  ['STRING', 'ğ\'"\\', 'ğ\'"\\'],
  ['STRING', 4, 'TYPE'],
  ['STRING', 'a\u0000b', 'TYPE'],
  ['STRING', '\ud800', 'TYPE'],
  ['STRING', ['a'], 'TYPE'],
  ['INTEGER', 2_147_483_647, '2147483647'],
  ['INTEGER', 2_147_483_648, 'OUT_OF_RANGE'],
  ['INTEGER', '+007', '7'],
  ['INTEGER', 1.5, 'TYPE'],
  ['INTEGER', '1; DROP TABLE people', 'TYPE'],
  ['INTEGER', '1e3', 'TYPE'],
  ['LONG', '9223372036854775807', '9223372036854775807'],
  ['LONG', '9223372036854775808', 'OUT_OF_RANGE'],
  ['LONG', 2 ** 60, 'OUT_OF_RANGE'],
  ['DECIMAL', '0.1000000000000000000000000001', '0.1000000000000000000000000001'],
  ['DECIMAL', 0.1, '0.1'],
  ['DECIMAL', 'NaN', 'TYPE'],
  ['DECIMAL', '1e5', 'TYPE'],
  ['DECIMAL', '.', 'TYPE'],
  ['BOOLEAN', false, 'false'],
  ['BOOLEAN', 'true', 'true'],
  ['BOOLEAN', 'yes', 'TYPE'],
  ['DATE', '2024-02-29', '2024-02-29'],
  ['DATE', '2026-02-29', 'TYPE'],
  ['DATE', '0000-01-01', 'TYPE'],
  ['DATE', 'infinity', 'TYPE'],
  ['DATE', 'today', 'TYPE'],
  ['TIME', '23:59:59.999', '23:59:59.999'],
  ['TIME', '24:00', 'TYPE'],
  ['DATE_TIME', '2026-03-01T10:00:00+03:00', '2026-03-01T07:00:00.000Z'],
  ['DATE_TIME', '2026-03-01T10:00', '2026-03-01T07:00:00.000Z'],
  ['DATE_TIME', '2026-03-01', 'TYPE'],
  ['DATE_TIME', '2026-03-01T10:00:00+99:00', 'TYPE'],
  ['DATE_RANGE', { from: '2026-01-01', to: '2026-02-01' }, { from: '2026-01-01', to: '2026-02-01' }],
  ['DATE_RANGE', { from: '2026-01-01' }, { from: '2026-01-01', to: null }],
  ['DATE_RANGE', { from: '2026-02-01', to: '2026-01-01' }, 'OUT_OF_RANGE'],
  ['DATE_RANGE', { from: '2026-02-01', until: 'x' }, 'UNKNOWN_FIELD'],
  ['DATE_RANGE', {}, null],
  ['DATE_RANGE', '2026-02-01', 'TYPE'],
  ['UUID', '0190B6A0-0000-7000-8000-00000000000A', '0190b6a0-0000-7000-8000-00000000000a'],
  ['UUID', '{0190b6a0-0000-7000-8000-00000000000a}', 'TYPE'],
])('report 13: a %s reads %j as %j', async (type, given, expected) => {
  expect(await outcomeOf(parameter('p', type), given)).toEqual(expected);
});

it.each<readonly [Partial<Parameter> & { readonly type: ParameterType }, unknown, unknown]>([
  [{ type: 'INTEGER', minValue: 1, maxValue: '9' }, 0, 'OUT_OF_RANGE'],
  [{ type: 'INTEGER', minValue: 1, maxValue: '9' }, 10, 'OUT_OF_RANGE'],
  [{ type: 'INTEGER', minValue: 1, maxValue: '9' }, 9, '9'],
  [{ type: 'DECIMAL', maxValue: '0.3' }, '0.30', '0.30'],
  [{ type: 'DECIMAL', maxValue: '0.3' }, '0.300000000000000000001', 'OUT_OF_RANGE'],
  [{ type: 'DECIMAL', minValue: -1e-7 }, '-0.0000001', '-0.0000001'],
  [{ type: 'DATE', minValue: '2026-01-01' }, '2025-12-31', 'OUT_OF_RANGE'],
  [{ type: 'DATE_TIME', maxValue: '2026-01-01T00:00:00Z' }, '2026-01-01T00:00:00.001Z', 'OUT_OF_RANGE'],
  [{ type: 'DATE_RANGE', minValue: '2026-01-01' }, { from: '2025-12-31' }, 'OUT_OF_RANGE'],
  [{ type: 'STRING', minLength: 2 }, 'a', 'TOO_SHORT'],
  [{ type: 'STRING', maxLength: 1 }, '𝒳', '𝒳'],
  [{ type: 'STRING', maxLength: 1 }, 'ab', 'TOO_LONG'],
  [{ type: 'STRING', pattern: '[A-Z]+' }, 'ABCx', 'PATTERN'],
  [{ type: 'STRING', pattern: 'a|b' }, 'b', 'b'],
  [{ type: 'STRING', required: true }, null, 'REQUIRED'],
  [{ type: 'STRING', required: true, multiple: true }, [], 'REQUIRED'],
  [{ type: 'STRING', multiple: true }, 'one', ['one']],
  [{ type: 'INTEGER', multiple: true }, [1, '2'], ['1', '2']],
  [{ type: 'INTEGER', multiple: true }, [1, 'x'], 'TYPE'],
  [{ type: 'STRING', multiple: true }, Array.from({ length: 1_001 }, String), 'TOO_LONG'],
  [{ type: 'STRING', optionList: [{ value: 'a' }] }, 'b', 'NOT_ALLOWED'],
  [{ type: 'STRING', optionList: [{ value: 'a' }], strictOption: false }, 'b', 'b'],
  [{ type: 'STRING', readOnly: true, defaultValue: 'a' }, 'a', 'a'],
  [{ type: 'STRING', readOnly: true, defaultValue: 'a' }, 'b', 'FIELD_READ_ONLY'],
  [{ type: 'STRING', control: 'HIDDEN', defaultExpression: 'CURRENT_USER' }, 'ayşe', 'FIELD_READ_ONLY'],
  [{ type: 'STRING', control: 'HIDDEN', defaultExpression: 'CURRENT_TENANT' }, null, 'FIELD_READ_ONLY'],
])('report 13: %j takes %j as %j', async ({ type, ...changes }, given, expected) => {
  expect(await outcomeOf(parameter('p', type, changes), given)).toEqual(expected);
});

it('report 13: everything that is wrong is reported at once, each by its own code', async () => {
  const parameters = [
    parameter('a', 'INTEGER', { required: true }),
    parameter('b', 'DATE'),
    parameter('c', 'STRING', { pattern: 'x' }),
    parameter('d', 'STRING', { control: 'HIDDEN', defaultExpression: 'CURRENT_USER' }),
  ];
  const given = { b: 'x', C: 'y', D: 'z', other: 1, c: 'x' };
  expect((await resolve(parameters, given)).map(({ parameter: { name }, problem }) => [name, problem?.code])).toEqual([
    ['a', 'REQUIRED'],
    ['b', 'TYPE'],
    ['c', undefined],
    ['d', 'FIELD_READ_ONLY'],
  ]);
  expect(findUnknown(parameters, given).map(({ field, code }) => [field, code])).toEqual([
    ['parameterMap.other', 'UNKNOWN_FIELD'],
    ['parameterMap.c', 'NOT_ALLOWED'],
  ]);
});

it('report 13: a hidden caller is whoever runs it, whatever was sent beside it', async () => {
  const hidden = parameter('who', 'STRING', { control: 'HIDDEN', defaultExpression: 'CURRENT_USER' });
  const [mine] = await resolve([hidden], {});
  const [theirs] = await resolve([hidden], {}, { ...run, username: 'bora' });
  expect([mine!.value, theirs!.value]).toEqual(['ayşe', 'bora']);
});

it('report 2: a range is bound by its two ends, under names of their own', async () => {
  const resolved = await resolve([parameter('Period', 'DATE_RANGE')], {
    period: { from: '2026-01-01', to: '2026-02-01' },
  });
  expect([...boundValuesOf(resolved)]).toEqual([
    ['period_from', { sqlType: 'date', value: '2026-01-01', isList: false }],
    ['period_to', { sqlType: 'date', value: '2026-02-01', isList: false }],
  ]);
});

describe('a default expression', () => {
  const valueFor = (text: string, type: ParameterType, context = run): unknown => {
    const expression = readExpression(text, type);
    return expression === null ? null : evaluate(expression, type, context);
  };

  it.each<readonly [string, ParameterType, unknown]>([
    ['TODAY', 'DATE', '2026-03-01'],
    ['TODAY-1d', 'DATE', '2026-02-28'],
    ['TODAY - 1M', 'DATE', '2026-02-01'],
    ['END_OF_PREVIOUS_MONTH', 'DATE', '2026-02-28'],
    ['END_OF_PREVIOUS_MONTH-1M+1d', 'DATE', '2026-01-29'],
    ['START_OF_MONTH', 'DATE', '2026-03-01'],
    ['START_OF_WEEK', 'DATE', '2026-02-23'],
    ['START_OF_YEAR', 'DATE', '2026-01-01'],
    ['START_OF_DAY', 'DATE_TIME', '2026-02-28T21:00:00.000Z'],
    ['NOW', 'DATE_TIME', '2026-02-28T22:30:00.000Z'],
    ['NOW', 'TIME', '01:30:00'],
    ['START_OF_MONTH..TODAY+1d', 'DATE_RANGE', { from: '2026-03-01', to: '2026-03-02' }],
    ['CURRENT_USER', 'STRING', 'ayşe'],
    ['CURRENT_TENANT', 'STRING', 'umber'],
    ['CURRENT_LOCALE', 'STRING', 'tr-TR'],
    ['CURRENT_USER', 'DATE', null],
    ['TODAY', 'STRING', null],
    ['TODAY', 'DATE_RANGE', null],
    ['TODAY+1y', 'DATE', null],
    ['today', 'DATE', null],
    ['TODAY+1d+1d+1d+1d', 'DATE', null],
  ])('report 13: %s of a %s is %j in the zone of the run', (text, type, expected) => {
    expect(valueFor(text, type)).toEqual(expected);
  });

  it('report 13: begins a day that the clocks skip an hour of where its first instant is', () => {
    // In Santiago midnight is skipped in spring; in Berlin an hour is doubled in autumn.
    const santiago = { ...run, timeZone: 'America/Santiago', now: Date.parse('2026-09-06T12:00:00Z') };
    expect(valueFor('START_OF_DAY', 'DATE_TIME', santiago)).toBe('2026-09-06T04:00:00.000Z');
    const berlin = { ...run, timeZone: 'Europe/Berlin', now: Date.parse('2026-10-25T12:00:00Z') };
    expect(valueFor('START_OF_DAY', 'DATE_TIME', berlin)).toBe('2026-10-24T22:00:00.000Z');
    expect(valueFor('START_OF_MONTH', 'DATE_TIME', berlin)).toBe('2026-09-30T22:00:00.000Z');
  });

  it('report 13: of a month later than the 31st is the last day of a month that has none', () => {
    const january = { ...run, now: Date.parse('2028-01-31T12:00:00Z') };
    expect(valueFor('TODAY+1M', 'DATE', january)).toBe('2028-02-29');
    expect(valueFor('TODAY-2M', 'DATE', january)).toBe('2027-11-30');
  });
});
