// Tests paged queries: defaults, bounds and the shape of an answer.
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { page, pageable, resolvePageable } from './paging.ts';
import { closed, text } from './schema.ts';

const standard = { properties: ['createTime'], direction: 'DESC' } as const;
const schema = closed({ pageable: pageable(['createTime', 'name'], standard) });
const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, verbose: true })
  .addVocabulary(['x-argument-code'])
  .compile(schema);

describe('pageable', () => {
  it.each([
    [undefined, { pageNumber: 0, pageSize: 20, sort: standard }],
    [null, { pageNumber: 0, pageSize: 20, sort: standard }],
    [{}, { pageNumber: 0, pageSize: 20, sort: standard }],
    [
      { pageNumber: 3, pageSize: null, sort: null },
      { pageNumber: 3, pageSize: 20, sort: standard },
    ],
    [
      { pageSize: 7, sort: { properties: [], direction: 'ASC' } },
      { pageNumber: 0, pageSize: 7, sort: { ...standard, direction: 'ASC' } },
    ],
    [
      { sort: { properties: ['name'] } },
      { pageNumber: 0, pageSize: 20, sort: { properties: ['name'], direction: 'ASC' } },
    ],
  ] as const)('%j means %j', (request, expected) => {
    expect(resolvePageable<'createTime' | 'name'>(request, standard)).toEqual(expected);
  });

  it('refuses a page over the largest size instead of cutting it', () => {
    expect(validate({ pageable: { pageSize: 200 } })).toBe(true);
    expect(validate({ pageable: { pageSize: 201 } })).toBe(false);
    expect(validate({ pageable: { pageSize: 0 } })).toBe(false);
    expect(validate({ pageable: { pageNumber: -1 } })).toBe(false);
  });

  it('names an unknown sort property by its own argument code', () => {
    expect(validate({ pageable: { sort: { properties: ['name', 'secret'] } } })).toBe(false);
    expect(validate.errors).toHaveLength(1);
    expect(validate.errors?.[0]).toMatchObject({
      instancePath: '/pageable/sort/properties/1',
      parentSchema: { 'x-argument-code': 'SORT_PROPERTY_UNKNOWN' },
    });
  });
});

describe('page', () => {
  it('is titled after its model and holds the fields of the interface', () => {
    const answer = page(closed({ id: text('Id.') }, 'SvcThing'));
    expect(answer).toMatchObject({ title: 'SvcPageSvcThing', additionalProperties: false });
    expect(answer.required).toEqual(['data', 'totalPages', 'totalElements', 'pageable']);
  });

  it('refuses a model without title, which no document could name', () => {
    expect(() => page(closed({ id: text('Id.') }))).toThrow('titled');
  });
});
