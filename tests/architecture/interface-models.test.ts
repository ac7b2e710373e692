// The documents name requests and answers of listed operations as the interface does, letter for letter.
import { type JsonObject, mergedDocument, moduleDocument, modules } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import { type InterfaceRow, interfaceRows } from './interface-rows.ts';

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  /** Holds the one that has rules of the request beside it. */
  readonly allOf?: readonly Schema[];
}
interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

const merged = mergedDocument(modules, '1');

function nameOf({ $ref, items, allOf: [only, ...others] = [] }: Schema): string {
  if (items !== undefined) return nameOf(items);
  if (only !== undefined && others.length === 0) return nameOf(only);
  return ($ref ?? '').replace('#/components/schemas/', '');
}

function namesIn(document: JsonObject, { method, path }: InterfaceRow) {
  const operation = (document.paths as unknown as Paths)[path]?.[method.toLowerCase()];
  const json = 'application/json';
  return {
    request: nameOf(operation?.requestBody?.content[json]?.schema ?? {}),
    answer: nameOf(operation?.responses['200']?.content?.[json]?.schema ?? {}),
  };
}

describe('every listed operation', () => {
  const named = interfaceRows.filter(({ request, answer }) => request !== null || answer !== null);

  it('of which the interface names a model is looked at', () => {
    expect(named.filter(({ request }) => request !== null)).toHaveLength(35);
    expect(named.filter(({ answer }) => answer !== null)).toHaveLength(72);
  });

  it.each(named)('$module $name names its models as the interface does', (row) => {
    const own = moduleDocument(modules.find(({ name }) => name === row.module)!, '1') as JsonObject;
    for (const document of [merged, own]) {
      const { request, answer } = namesIn(document, row);
      if (row.request !== null) expect(request).toBe(row.request);
      if (row.answer !== null) expect(answer).toBe(`SvcResponse${row.answer}`);
    }
  });
});
