// Proves how settings are declared, bound and bounded by the security profile.
import { describe, expect, it } from 'vitest';
import { createSettingOverrides } from '../../testing/setting-overrides.ts';
import {
  booleanSetting,
  choiceSetting,
  createSettings,
  defineSettings,
  findSettingProblem,
  numberSetting,
  secretSetting,
} from './settings.ts';

const group = defineSettings('shop', {
  size: numberSetting('shop.size', { name: 'Size', unit: 'COUNT', default: 5, min: 1, max: 9, strict: { max: 3 } }),
  open: booleanSetting('shop.open', { name: 'Open', default: false, strict: true }),
  mode: choiceSetting('shop.mode', { name: 'Mode', choices: ['A', 'B'], default: 'A', strict: { A: 'B' } }),
});

describe('a value', () => {
  it('is the default, then what is attached, then what is pinned', () => {
    const pinned = createSettingOverrides();
    const settings = createSettings(pinned);
    const { size } = settings.bind(group);
    expect(size.get('a')).toBe(5);
    const attached = createSettingOverrides();
    settings.attach(attached);
    attached.set('shop.size', 6);
    attached.set('shop.size', 7, 'a');
    expect([size.get('a'), size.get('b'), size.get(null)]).toEqual([7, 6, 6]);
    pinned.set('shop.size', 1);
    expect(size.get('a')).toBe(1);
    expect(() => settings.attach(attached)).toThrow('twice');
  });

  it('is the stricter of what is set and the bound, for tenants under STRICT alone', () => {
    const values = createSettingOverrides({ 'shop.size': 9, 'shop.open': false });
    const { size, open, mode } = createSettings(values).bind(group);
    values.set('auth.security-profile', 'STRICT', 'bank');
    expect([size.get('bank'), open.get('bank'), mode.get('bank')]).toEqual([3, true, 'B']);
    expect([size.get('shop'), open.get('shop'), mode.get('shop')]).toEqual([9, false, 'A']);
    values.set('shop.size', 2, 'bank');
    expect(size.get('bank')).toBe(2);
  });
});

describe('a read before the values are there', () => {
  it('is a mistake of the program: it throws, and does not where values are attached', async () => {
    const settings = createSettings(createSettingOverrides({ 'shop.size': 6 }), { mayReadEarly: false });
    const { size, secret } = settings.bind({ ...group, secret: secretSetting('shop.secret', { name: 'Secret' }) });
    expect(() => size.get(null)).toThrow('the setting shop.size is read before its values are loaded');
    expect(() => settings.secret(secret, null)).toThrow('shop.secret is read before');
    settings.attach({ find: () => undefined });
    expect([size.get(null), settings.secret(secret, null)]).toEqual([6, undefined]);
  });
});

describe('a declaration', () => {
  const options = { name: 'Size', unit: 'COUNT', min: 1, max: 9 } as const;

  it('is refused outside the prefix of its module', () => {
    expect(() => defineSettings('other', group)).toThrow('shop.size does not begin with the prefix other');
  });
  it('is refused with a default outside its own limits', () => {
    const size = numberSetting('shop.size', { ...options, default: 10 });
    expect(() => defineSettings('shop', { size })).toThrow('the default of setting shop.size is above 9');
  });
  it('is refused for a code that another group declares, not when it is the same one twice', () => {
    const settings = createSettings();
    settings.bind(group);
    settings.bind(group);
    const twin = defineSettings('shop', { size: numberSetting('shop.size', { ...options, default: 1 }) });
    expect(() => settings.bind(twin)).toThrow('shop.size is declared twice');
    expect(settings.definitions().map(({ code }) => code)).toEqual(['shop.size', 'shop.open', 'shop.mode']);
  });
});

it.each([
  [group.size, 5, null],
  [group.size, 0, 'is below 1'],
  [group.size, 10, 'is above 9'],
  [group.size, 1.5, 'is no whole number'],
  [group.size, '5', 'is no whole number'],
  [group.open, 'true', 'is neither true nor false'],
  [group.mode, 'C', 'is none of A, B'],
  [group.mode, 1, 'is no text'],
])('%o takes %o: %o', (definition, value, problem) => {
  expect(findSettingProblem(definition, value)).toBe(problem);
});
