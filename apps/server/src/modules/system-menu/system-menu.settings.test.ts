// Tests settings of the menu: defaults, units and limits that operators may rely on.
import { expect, it } from 'vitest';
import type { AnyDefinition } from '../../kernel/settings/settings.ts';
import { systemMenuSettings } from './system-menu.settings.ts';

it('the settings of the menu have their defaults, units and limits', () => {
  const found = Object.values<AnyDefinition>(systemMenuSettings).map(
    ({ code, defaultValue, unit, minValue, maxValue }) => [code, defaultValue, unit, minValue, maxValue],
  );
  expect(found.sort()).toEqual([
    ['menu.favorites.free-paths', true, 'NONE', null, null],
    ['menu.favorites.max-per-user', 100, 'COUNT', 1, 1_000],
    ['menu.favorites.orphan-days', 90, 'DAY', 1, 3_650],
    ['menu.recents.enabled', true, 'NONE', null, null],
    ['menu.recents.max-per-user', 20, 'COUNT', 1, 200],
    ['menu.tree.cache-size', 64, 'MEBIBYTE', 1, 4_096],
  ]);
});
