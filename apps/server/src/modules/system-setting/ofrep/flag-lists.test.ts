// Proves that those who see the same flags share one text, and that nobody shares the values of a user.
import { expect, it } from 'vitest';
import { createEntry } from '../snapshot/setting-entry.ts';
import type { Definition } from '../system-setting.types.ts';
import { createFlagLists } from './flag-lists.ts';

function entryOf(code: string, more: Partial<Definition> = {}) {
  const entry = createEntry(code);
  const fields = { code, type: 'STRING', unit: 'NONE', visibility: 'SESSION', enabled: true, defaultValue: 'a' };
  entry.definition = { ...fields, userOverridable: true, retired: false, ...more } as Definition;
  return entry;
}
const entries = [entryOf('flag.two'), entryOf('flag.one'), entryOf('flag.old', { retired: true }), entryOf('other')];
const view = { tenantIdentifier: 'north', reach: 'SESSION' } as const;
const asked = { view, revision: 7, userValues: new Map() };
const keysOf = (json: Buffer): string[] => (JSON.parse(json.toString()) as { key: string }[]).map(({ key }) => key);

it('is made once for a view, a revision and a prefix, in the order of the codes', () => {
  const lists = createFlagLists({ all: () => entries });
  const first = lists.list(asked, 'flag.');
  expect(keysOf(first.json)).toEqual(['flag.one', 'flag.two']);
  expect(lists.list({ ...asked, view: { ...view } }, 'flag.')).toBe(first);
  const others = [
    lists.list({ ...asked, revision: 8 }, 'flag.'),
    lists.list(asked, ''),
    lists.list({ ...asked, view: { ...view, tenantIdentifier: 'south' } }, 'flag.'),
    lists.list({ ...asked, view: { ...view, reach: 'PUBLIC' } }, 'flag.'),
  ];
  for (const other of others) expect(other).not.toBe(first);
  expect(keysOf(others[3]!.json)).toEqual([]);
  lists.forget();
  expect(lists.list(asked, 'flag.')).not.toBe(first);
});

it('is made for one user alone when that user has values, and differs by them', () => {
  const lists = createFlagLists({ all: () => entries });
  const shared = lists.list(asked, 'flag.');
  const own = lists.list({ ...asked, userValues: new Map([['flag.one', 'mine']]) }, 'flag.');
  expect(own.json.toString()).toContain('"mine"');
  expect(own.digest).not.toBe(shared.digest);
  expect(lists.list(asked, 'flag.')).toBe(shared);
});

it('keeps no list of a prefix that no code can have', () => {
  const lists = createFlagLists({ all: () => entries });
  const prefix = 'x'.repeat(129);
  expect(lists.list(asked, prefix)).not.toBe(lists.list(asked, prefix));
  expect(keysOf(lists.list(asked, prefix).json)).toEqual([]);
});
