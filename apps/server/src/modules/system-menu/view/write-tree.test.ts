// Proves that what somebody sees is walked once for all languages and favorites, and written for the ones that are asked for.
import { expect, it } from 'vitest';
import { grantsOf, itemsOf, menuOf } from './generated-menu.fixture.ts';
import { createTreeTexts } from './tree-texts.ts';
import { createPrunings, pruneView, writeTree } from './write-tree.ts';

const item = {
  disabled: false,
  hidden: false,
  authorityList: [],
  matchType: 'ANY' as const,
  path: '/a',
  parent: -1,
  orderNumber: 0,
};
const view = menuOf(itemsOf([item, { ...item, authorityList: [{ role: null, authority: 'READ' }] }]));
const nothing = { pairs: view.pairs.heldBy(grantsOf([])), key: 'nothing' };
const menu = { view, texts: createTreeTexts(view), holdingOf: () => nothing };

it('one walk serves everybody who holds the same, until it is forgotten', () => {
  const prunings = createPrunings();
  const first = prunings.of(menu, nothing);
  expect(prunings.of(menu, { ...nothing })).toBe(first);
  const reader = { pairs: view.pairs.heldBy(grantsOf([{ role: 'ROLE_A', authority: 'READ' }])), key: 'reader' };
  expect(prunings.of(menu, reader)[0]).toEqual(Uint8Array.of(1, 1));
  expect(first[0]).toEqual(Uint8Array.of(1, 0));
  prunings.clear();
  expect(prunings.of(menu, nothing)).not.toBe(first);
});

it('favorites are marked in what was walked, and an application that is not seen is none', () => {
  const pruning = pruneView(view, nothing.pairs);
  const asked = { appName: undefined, languages: [], favorites: new Set(['i0', 'i1']) };
  const text = writeTree(menu, pruning, asked) ?? '';
  expect(text.match(/"favorite":true/g)).toHaveLength(1);
  expect(writeTree(menu, pruning, { ...asked, appName: 'unknown' })).toBeNull();
  expect(writeTree(menu, [null], { ...asked, appName: 'app' })).toBeNull();
});
