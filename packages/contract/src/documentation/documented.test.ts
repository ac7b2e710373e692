// Every module carries what its documents need: an example of each built operation, and words in Turkish for every one.
import { describe, expect, it } from 'vitest';
import type { sessionModule } from '../modules.ts';
import { modules } from '../modules.ts';
import type { TurkishOf } from './turkish.ts';

describe.each(modules.map((module) => [module.name, module] as const))('the module %s', (_name, module) => {
  const { operations, examples = {}, turkish } = module;
  const entries = Object.entries(operations);

  it('has an example of every built operation, and none beside them', () => {
    const built = entries.filter(([, operation]) => operation.built).map(([key]) => key);
    expect(Object.keys(examples).sort()).toEqual(built.sort());
  });

  it('says in Turkish what every operation does, and none is left over', () => {
    expect(Object.keys(turkish!.summaries).sort()).toEqual(Object.keys(operations).sort());
    const english = new Set(entries.map(([, { summary }]) => summary));
    for (const text of [turkish!.title, ...Object.values(turkish!.summaries)]) {
      expect(text).toMatch(/^\p{Lu}.*[^.\s]$/u);
      expect(english.has(text)).toBe(false);
    }
  });

  it('tells apart in Turkish what it tells apart in English', () => {
    const count = (texts: readonly string[]) => new Set(texts).size;
    const summaries = entries.map(([, { summary }]) => summary);
    expect(count(Object.values(turkish!.summaries))).toBe(count(summaries));
  });
});

it('a line in Turkish of an operation that is not there does not compile', () => {
  // @ts-expect-error: there is no such operation
  const left: Partial<TurkishOf<typeof sessionModule>['summaries']> = { closeNobody: 'Kimseyi' };
  expect(Object.keys(left)).toHaveLength(1);
});
