// Proves what callers see of generated menus against a naive reading of the page.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grants } from '../records/condition.ts';
import type { GrantPair, ItemRecord } from '../records/menu-record.types.ts';
import { grantsOf, held, itemsOf, menuOf, part } from './generated-menu.fixture.ts';
import type { MenuView } from './menu-view.ts';
import { isAppShown, shownItems } from './shown-items.ts';
import { createTreeTexts } from './tree-texts.ts';

/** Reads the four rules of `shown-items.ts` without a thought for speed. */
function naive(items: readonly ItemRecord[], pairs: readonly { role: string; authority: string }[]): Set<string> {
  const matches = ({ role, authority }: GrantPair) =>
    pairs.some((one) => (role === null || role === one.role) && (authority === null || authority === one.authority));
  const passes = ({ authorityList, matchType, enabled, visible }: ItemRecord) =>
    enabled &&
    visible &&
    (authorityList.length === 0 || (matchType === 'ALL' ? authorityList.every(matches) : authorityList.some(matches)));
  const childrenOf = (uuid: string | null) => items.filter(({ parentUuid }) => parentUuid === uuid);
  const shown = new Set<string>();
  const visit = (item: ItemRecord): boolean => {
    if (!passes(item)) return false;
    const below = childrenOf(item.uuid).map(visit);
    if (item.path === null && item.externalUrl === null && !below.includes(true)) return false;
    shown.add(item.uuid);
    return true;
  };
  childrenOf(null).forEach(visit);
  return shown;
}

function shownBy(view: MenuView, grants: Grants): Set<string> {
  const [app] = view.apps;
  const shown = shownItems(app!, view.pairs.heldBy(grants));
  return new Set(app!.nodes.filter((_, index) => shown[index] === 1).map(({ item }) => item.uuid));
}

interface TextNode {
  readonly uuid: string;
  readonly path?: string;
  readonly externalUrl?: string;
  readonly children?: readonly TextNode[];
}

describe('what is shown of a generated menu', () => {
  it('system-menu 1: what is shown of a generated menu is what the page says, read naively', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 31 }), held, (parts, pairs) => {
        const items = itemsOf(parts);
        expect(shownBy(menuOf(items), grantsOf(pairs))).toEqual(naive(items, pairs));
      }),
      { numRuns: 500 },
    );
  });

  it('system-menu 1: what is shown of a generated menu is written as a tree with exactly those items below their parents, and no empty group', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 31 }), held, (parts, pairs) => {
        const items = itemsOf(parts);
        const view = menuOf(items);
        const [app] = view.apps;
        const shown = shownItems(app!, view.pairs.heldBy(grantsOf(pairs)));
        const { itemList } = JSON.parse(createTreeTexts(view).write(app!, shown, [], new Set())) as {
          readonly itemList: readonly TextNode[];
        };
        const written = new Map<string, string | null>();
        const walk = (nodes: readonly TextNode[], parent: string | null): void => {
          for (const { uuid, path, externalUrl, children = [] } of nodes) {
            written.set(uuid, parent);
            expect(path !== undefined || externalUrl !== undefined || children.length > 0).toBe(true);
            walk(children, uuid);
          }
        };
        walk(itemList, null);
        expect(new Set(written.keys())).toEqual(naive(items, pairs));
        for (const item of items) if (written.has(item.uuid)) expect(written.get(item.uuid)).toBe(item.parentUuid);
      }),
    );
  });
});

describe('an application without a page', () => {
  const nobody = grantsOf([]);
  it.each<[string | null, readonly string[], boolean]>([
    [null, [], false],
    ['/start', [], true],
    [null, ['/a'], true],
  ])('system-menu 3: an application with the start page %s and items %j is shown: %s', (path, paths, expected) => {
    const items = itemsOf(
      paths.map((one) => ({
        disabled: false,
        hidden: false,
        authorityList: [],
        matchType: 'ANY' as const,
        path: one,
        parent: -1,
        orderNumber: 0,
      })),
    );
    const view = menuOf(items, { path });
    const [app] = view.apps;
    const pairs = view.pairs.heldBy(nobody);
    expect(isAppShown(app!, pairs, shownItems(app!, pairs))).toBe(expected);
  });
});

it('system-menu 15: items on a planted cycle are cut off, and everything else stays', () => {
  const [first, second, third] = itemsOf(
    Array.from({ length: 3 }, () => ({
      disabled: false,
      hidden: false,
      authorityList: [],
      matchType: 'ANY' as const,
      path: '/a',
      parent: -1,
      orderNumber: 0,
    })),
  );
  const view = menuOf([{ ...first!, parentUuid: 'i1' }, { ...second!, parentUuid: 'i0' }, third!]);
  expect([...view.cutOff].sort()).toEqual(['i0', 'i1']);
  expect(shownBy(view, grantsOf([]))).toEqual(new Set(['i2']));
});
