// Proves that the reasons of an item agree with the tree, for every item of generated menus.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantsOf, held, itemsOf, menuOf, pair, part } from '../view/generated-menu.fixture.ts';
import { pruneView } from '../view/write-tree.ts';
import { explainVisibility } from './explain-visibility.ts';

const plain = {
  disabled: false,
  hidden: false,
  authorityList: [],
  matchType: 'ANY' as const,
  path: '/a',
  parent: -1,
  orderNumber: 0,
};
const codesOf = (explained: ReturnType<typeof explainVisibility>) => explained?.reasonList.map(({ code }) => code);

describe('why an item is seen or not', () => {
  it('system-menu 23: the explanation of an item agrees with the tree for every item of generated menus', () => {
    const application = fc.record({
      enabled: fc.integer({ min: 0, max: 9 }).map((value) => value > 0),
      authorityList: fc.oneof(fc.constant([]), fc.array(pair, { maxLength: 2 })),
      matchType: fc.constantFrom('ANY' as const, 'ALL' as const),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 31 }), application, held, (parts, app, pairs) => {
        const items = itemsOf(parts);
        const view = menuOf(items, app);
        const grants = grantsOf(pairs);
        const [shown] = pruneView(view, view.pairs.heldBy(grants));
        for (const [index, { item }] of view.apps[0]!.nodes.entries()) {
          const explained = explainVisibility(view, item.uuid, grants);
          expect(explained?.visible).toBe(shown?.[index] === 1);
          expect(explained?.visible).toBe(explained?.reasonList.length === 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('system-menu 23: the explanation of an item names every rule that fails, from the application down, with the pairs that are missing', () => {
    const items = itemsOf([
      { ...plain, path: null, authorityList: [{ role: null, authority: 'WRITE' }] },
      {
        ...plain,
        parent: 0,
        path: null,
        disabled: true,
        hidden: true,
        matchType: 'ALL',
        authorityList: [
          { role: null, authority: 'READ' },
          { role: null, authority: 'DELETE' },
        ],
      },
    ]);
    const authorityList = [{ role: 'ROLE_B', authority: null }];
    const view = menuOf(items, { enabled: false, authorityList });
    const grants = grantsOf([{ role: 'ROLE_A', authority: 'READ' }]);
    expect(explainVisibility(view, 'i1', grants)).toEqual({
      visible: false,
      reasonList: [
        { code: 'APP_DISABLED', uuid: 'app', name: 'app', missing: [] },
        { code: 'APP_AUTHORITY', uuid: 'app', name: 'app', missing: authorityList },
        { code: 'ANCESTOR', uuid: 'i0', name: 'n0', missing: [{ role: null, authority: 'WRITE' }] },
        { code: 'ITEM_DISABLED', uuid: 'i1', name: 'n1', missing: [] },
        { code: 'ITEM_HIDDEN', uuid: 'i1', name: 'n1', missing: [] },
        { code: 'ITEM_AUTHORITY', uuid: 'i1', name: 'n1', missing: [{ role: null, authority: 'DELETE' }] },
        { code: 'EMPTY_GROUP', uuid: 'i1', name: 'n1', missing: [] },
      ],
    });
  });

  it('system-menu 23: the explanation of an item calls a group empty when all below it is hidden, and not when one page is left', () => {
    const hidden = { ...plain, parent: 1, hidden: true };
    const parts = [{ ...plain, path: null }, { ...plain, path: null, parent: 0 }, hidden];
    expect(codesOf(explainVisibility(menuOf(itemsOf(parts)), 'i0', grantsOf([])))).toEqual(['EMPTY_GROUP']);
    const withPage = menuOf(itemsOf([...parts, { ...plain, parent: 1 }]));
    expect(codesOf(explainVisibility(withPage, 'i0', grantsOf([])))).toEqual([]);
  });

  it('system-menu 23: the explanation of an item knows no item of another view', () => {
    expect(explainVisibility(menuOf([]), 'i0', grantsOf([]))).toBeNull();
  });
});
