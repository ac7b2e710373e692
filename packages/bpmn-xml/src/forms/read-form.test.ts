// Reads form files: fields, what is layout alone, and everything that is wrong.
import { describe, expect, it } from 'vitest';
import { FORM_BYTES_MAX, readForm } from './read-form.ts';

const bytesOf = (form: unknown) => new TextEncoder().encode(typeof form === 'string' ? form : JSON.stringify(form));
const formOf = (...components: readonly object[]) => ({ id: 'leave', type: 'default', components });

function read(...components: readonly object[]) {
  const result = readForm(bytesOf(formOf(...components)));
  if (!('form' in result)) throw new Error(JSON.stringify(result.problems));
  return result.form;
}

function problems(form: unknown): readonly string[] {
  const result = readForm(bytesOf(form));
  return 'form' in result ? [] : result.problems.map(({ field, problem }) => `${field ?? '-'}: ${problem}`);
}

describe('a form file', () => {
  it('has a field for every component that takes a value, in order, those of groups among them', () => {
    const { key, fields } = read(
      { type: 'text', text: '# Leave' },
      { type: 'textfield', key: 'name', label: 'Name', validate: { required: true, minLength: 2, maxLength: 9 } },
      {
        type: 'group',
        components: [{ type: 'number', key: 'days', decimalDigits: 0, validate: { min: 1, max: 30 } }],
      },
      { type: 'number', key: 'share' },
      { type: 'checkbox', key: 'sure', defaultValue: false, validate: { required: true } },
      { type: 'select', key: 'kind', values: [{ label: 'Ill', value: 'ill' }, { value: 'away' }], defaultValue: 'ill' },
      { type: 'checklist', key: 'tools', values: [{ label: 'Saw', value: 'saw' }] },
      { type: 'datetime', key: 'from', subtype: 'date', dateLabel: 'From' },
      { type: 'datetime', key: 'at', subtype: 'datetime', disabled: true },
      { type: 'spacer' },
    );
    expect(key).toBe('leave');
    expect(fields.map(({ id, label, type, required, writable }) => [id, label, type, required, writable])).toEqual([
      ['name', 'Name', 'string', true, true],
      ['days', null, 'integer', false, true],
      ['share', null, 'number', false, true],
      ['sure', null, 'checkbox', true, true],
      ['kind', null, 'dropdown', false, true],
      ['tools', null, 'checklist', false, true],
      ['from', 'From', 'date', false, true],
      ['at', null, 'datetime', false, false],
    ]);
    expect(fields[0]?.constraints).toEqual({ minlength: '2', maxlength: '9' });
    expect(fields[1]?.constraints).toEqual({ min: '1', max: '30' });
    expect(fields[3]?.default?.constant).toBe(false);
    expect(fields[4]?.values).toEqual([
      { id: 'ill', name: 'Ill' },
      { id: 'away', name: 'away' },
    ]);
  });

  it('keeps what is no field as layout: unknown types, lists that repeat, groups with a path', () => {
    const parts = [
      { type: 'rocket', key: 'fly', validate: { required: true } },
      { type: 'dynamiclist', path: 'items', components: [{ type: 'textfield', key: 'item' }] },
      { type: 'group', path: 'inner', components: [{ type: 'textfield', key: 'deep' }] },
    ];
    const { fields, layout } = read(...parts);
    expect(fields).toEqual([]);
    expect(layout).toEqual(formOf(...parts));
  });

  it('asks for nothing that may be hidden, since only the drawing client knows whether it is', () => {
    const { fields } = read({
      type: 'textfield',
      key: 'why',
      validate: { required: true },
      conditional: { hide: '=x' },
    });
    expect(fields[0]?.required).toBe(false);
  });

  it('knows the patterns of validations by name', () => {
    const { fields } = read(
      { type: 'textfield', key: 'mail', validate: { validationType: 'email' } },
      { type: 'textfield', key: 'code', validate: { validationType: 'custom', pattern: '[A-Z]+' } },
    );
    expect(fields.map(({ constraints }) => constraints.pattern)).toEqual(['[^@\\s]+@[^@\\s]+', '[A-Z]+']);
  });

  it('keeps ids of values apart that differ in a dotless i alone, and refuses a key with one', () => {
    const values = ['ilik', 'ılık', 'ILIK'].map((value) => ({ value, label: value }));
    const { fields } = read({ type: 'radio', key: 'ISI', values }, { type: 'radio', key: 'isi', values });
    expect(fields.map(({ id, values: offered }) => [id, offered.map(({ id: each }) => each)])).toEqual([
      ['ISI', ['ilik', 'ılık', 'ILIK']],
      ['isi', ['ilik', 'ılık', 'ILIK']],
    ]);
    expect(problems(formOf({ type: 'textfield', key: 'ısı' }))).toEqual(['ısı: key']);
  });
});

describe('a form file is refused', () => {
  it.each([
    ['what is no JSON', '{"id": ', ['-: no JSON in UTF-8: Unexpected end of JSON input']],
    ['a list', [], ['-: no JSON object']],
    ['null', null, ['-: no JSON object']],
    ['a form without an id', { components: [] }, ['-: id ']],
    ['a form whose id is an address', { id: 'a:b', components: [] }, ['-: id a:b']],
    ['a form of another tool', { id: 'a', fields: [] }, ['-: no list of components']],
    ['a field without a key', formOf({ type: 'textfield' }), [': key']],
    ['a nested key', formOf({ type: 'textfield', key: 'a.b' }), ['a.b: key']],
    ['a key twice', formOf({ type: 'number', key: 'a' }, { type: 'textfield', key: 'a' }), ['a: given twice']],
    ['a wrong pattern', formOf({ type: 'textfield', key: 'a', validate: { pattern: '(' } }), ['a: pattern (']],
    ['a bound that is no number', formOf({ type: 'number', key: 'a', validate: { min: '=b' } }), ['a: min =b']],
    ['a bound of a text', formOf({ type: 'textfield', key: 'a', validate: { min: 1 } }), ['a: min of the type string']],
    ['a lower bound above', formOf({ type: 'number', key: 'a', validate: { min: 2, max: 1 } }), ['a: min above max']],
    ['a validation that nobody knows', formOf({ type: 'number', key: 'a', validate: { odd: 1 } }), ['a: validate.odd']],
    [
      'a validation by a name of every object',
      formOf({ type: 'textfield', key: 'a', validate: { validationType: 'constructor' } }),
      ['a: validate.validationType'],
    ],
    ['values that are no text', formOf({ type: 'radio', key: 'a', values: [{ value: 1 }] }), ['a: values']],
    ['an unknown kind of date', formOf({ type: 'datetime', key: 'a', subtype: 'week' }), ['a: type week']],
    [
      'a number that becomes text',
      formOf({ type: 'number', key: 'a', serializeToString: true }),
      ['a: serializeToString'],
    ],
  ] as const)('for %s', (_, form, told) => {
    expect(problems(form)).toEqual(told);
  });

  it('with every problem at once', () => {
    expect(problems({ id: '', components: [{ type: 'textfield' }, { type: 'number', key: 'x y' }] })).toEqual([
      '-: id ',
      ': key',
      'x y: key',
    ]);
  });

  it('for its size, its depth, its fields and its values', () => {
    expect(problems(`{"id":"a","components":[],"x":"${'y'.repeat(FORM_BYTES_MAX)}"}`)).toEqual([
      '-: more than 1048576 bytes',
    ]);
    expect(problems(`{"id":"a","components":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual([
      '-: nested deeper than 64',
    ]);
    const field = (index: number) => ({ type: 'checkbox', key: `f${index}` });
    expect(problems(formOf(...Array.from({ length: 1_001 }, (__, index) => field(index))))).toEqual([
      '-: more than 1000 fields',
    ]);
    const offering = (count: number) =>
      formOf({
        type: 'select',
        key: 'a',
        values: Array.from({ length: count }, (__, index) => ({ value: `${index}` })),
      });
    expect(problems(offering(10_000))).toEqual([]);
    expect(problems(offering(10_001))).toEqual(['a: more than 10000 values']);
  });
});
