// Holds the decision on keys against a model that tries every entry of a table.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Level } from '../record/event.types.ts';
import { LEVELS } from '../record/level.ts';
import { candidatesOf, readKey } from './asked-key.ts';
import type { CacheEntry } from './cache.store.ts';
import { resolveKey } from './resolve.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const segment = fc.constantFrom('a', 'b', 'ab');
const name = fc.oneof(
  fc.constant('*'),
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('.')),
);
const level = fc.constantFrom<Level | null>(null, 'DEBUG', 'WARN');
const entry = fc.record({
  name,
  level,
  value: fc.boolean(),
  minimumLevel: fc.constantFrom<Level | null>(null, 'INFO', 'ERROR'),
  enforced: fc.boolean(),
  ends: fc.constantFrom<number | null>(null, NOW, NOW + 1),
});

function tableOf(entries: readonly ReturnType<typeof entryOf>[]): Map<string, CacheEntry> {
  return new Map(entries.map((each) => [each.key, each]));
}

function entryOf({
  name: own,
  level: at,
  ends,
  minimumLevel,
  ...rest
}: {
  name: string;
  level: Level | null;
  value: boolean;
  minimumLevel: Level | null;
  enforced: boolean;
  ends: number | null;
}): CacheEntry {
  return {
    ...rest,
    key: at === null ? own : `${own}:${at}`,
    minimumLevel: at === null ? minimumLevel : null,
    expireDate: ends === null ? null : new Date(ends),
    sampleRate: 1,
  } as CacheEntry;
}

/** How specific an entry is for a key; null where it does not cover it. */
function weight(key: string, asked: string, at: Level | null): number | null {
  const own = readKey(key);
  if (own.level !== null && own.level !== at) return null;
  const covers = own.name === '*' || asked === own.name || asked.startsWith(`${own.name}.`);
  if (!covers || (asked === '*' && own.name !== '*')) return null;
  const segments = own.name === '*' ? 0 : own.name.split('.').length;
  return segments * 2 + (own.level === null ? 0 : 1);
}

it('logger-producer 10: a key is decided as by a model that tries every entry', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 12 }),
      fc.array(entry, { maxLength: 12 }),
      fc.boolean(),
      name,
      level,
      (tenant, all, standard, asked, at) => {
        const [ofTenant, ofAll] = [tableOf(tenant.map(entryOf)), tableOf(all.map(entryOf))];
        const live = (entries: Map<string, CacheEntry>) =>
          [...entries.values()].filter(({ expireDate }) => expireDate === null || expireDate.getTime() > NOW);
        const ranked = [
          ...live(ofAll)
            .filter(({ enforced }) => enforced)
            .map((each) => ({ each, rank: 300 })),
          ...live(ofTenant).map((each) => ({ each, rank: 200 })),
          ...live(ofAll)
            .filter(({ enforced }) => !enforced)
            .map((each) => ({ each, rank: 100 })),
        ].flatMap(({ each, rank }) => {
          const specific = weight(each.key, asked, at);
          return specific === null ? [] : [{ each, rank: rank + specific }];
        });
        const [first] = ranked.sort((left, right) => right.rank - left.rank);
        const minimum = first?.each.minimumLevel ?? null;
        const isLoud = minimum === null || at === null || LEVELS.indexOf(at) >= LEVELS.indexOf(minimum);
        const wanted = first === undefined ? standard : first.each.value && isLoud;
        const found = resolveKey(
          { name: asked, level: at },
          { ofTenant, ofAll, standard: { value: standard, sampleRate: 1 }, now: NOW },
        );
        expect(found.value).toBe(wanted);
        expect(found.entry).toBe(first?.each ?? null);
      },
    ),
    { numRuns: 500 },
  );
});

it('whole segments cover a key, halves of them do not', () => {
  expect(candidatesOf(readKey('auth.login:DEBUG'))).toEqual([
    'auth.login:DEBUG',
    'auth.login',
    'auth:DEBUG',
    'auth',
    '*:DEBUG',
    '*',
  ]);
  expect(candidatesOf(readKey('*'))).toEqual(['*']);
});
