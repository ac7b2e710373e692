// Proves what each kind of setting takes, what secrets print as, and how changes reach listeners.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findValueProblem } from './setting-value.ts';
import {
  createSettings,
  decimalSetting,
  defineSettings,
  jsonSetting,
  numberSetting,
  SecretValue,
  type SettingChange,
  secretSetting,
  settingTexts,
  textSetting,
} from './settings.ts';

const group = defineSettings('shop', {
  rate: decimalSetting('shop.rate', { name: 'Rate', unit: 'PERCENT', default: 1.5, min: 0, max: 100 }),
  title: textSetting('shop.title', { name: 'Title', default: 'Shop', min: 1, max: 10, userOverridable: true }),
  shape: jsonSetting('shop.shape', { name: 'Shape', default: { a: 1 } }),
  key: secretSetting('shop.key', { name: 'Key' }),
});

it.each([
  [group.rate, 0.25, null],
  [group.rate, 0.1 + 0.2, 'OUT_OF_RANGE'],
  [group.rate, Number.POSITIVE_INFINITY, 'OUT_OF_RANGE'],
  [group.title, '😀'.repeat(10), null],
  [group.title, '😀'.repeat(11), 'MAX'],
  [group.shape, { a: [{ b: 1 }] }, null],
  [group.shape, null, 'TYPE'],
  [group.key, 'x'.repeat(8_193), 'TOO_LONG'],
])('%o takes %o: %s', (definition, value, problem) => {
  expect(findValueProblem(definition, value)).toBe(problem);
});

it('a bound under STRICT may be a function, where the greatest number is not the loosest', () => {
  const limits = { unit: 'COUNT', default: 10, min: 0, max: 1_000 } as const;
  const plain = numberSetting('shop.baskets', { ...limits, name: 'Baskets', strict: { min: 1, max: 3 } });
  const open = numberSetting('shop.orders', { ...limits, name: 'Orders', strict: (value) => Math.min(value || 3, 3) });
  const settings = createSettings({ find: (code) => (code === 'auth.security-profile' ? 'STRICT' : 0) });
  const { baskets, orders } = settings.bind({ baskets: plain, orders: open });
  expect([baskets.get(null), orders.get(null)]).toEqual([1, 3]);
});

it('texts of a setting are kept by language', () => {
  const texts = settingTexts({ en: ['Size', 'How large.'], tr: ['Boyut', 'Ne kadar büyük.'] });
  const size = numberSetting('shop.size', { ...texts, unit: 'COUNT', default: 1, min: 1, max: 2 });
  expect(size).toMatchObject({ name: 'Size', description: 'How large.' });
  expect([size.nameMap, size.descriptionMap]).toEqual([{ tr: 'Boyut' }, { tr: 'Ne kadar büyük.' }]);
});

it('an object is nested 20 levels deep at most', () => {
  let value: object = {};
  for (let depth = 1; depth < 20; depth += 1) value = { value };
  expect(findValueProblem(group.shape, value)).toBeNull();
  expect(findValueProblem(group.shape, { value })).toBe('TOO_LONG');
});

it('a secret prints as *** wherever it is written by accident', () => {
  const secret = new SecretValue('hunter2');
  const written = [String(secret), `${secret}`, JSON.stringify({ secret }), inspect({ secret })];
  expect(written.join(' ')).not.toContain('hunter2');
  expect(secret.reveal()).toBe('hunter2');
});

describe('settings', () => {
  it('tell each listener its changes in one call, whatever another one throws', () => {
    const settings = createSettings();
    const { title } = settings.bind(group);
    const heard: (readonly SettingChange[])[] = [];
    const errors: unknown[] = [];
    settings.onChange('shop.', () => {
      throw new Error('mine');
    });
    settings.onChange(title, (changes) => void heard.push(changes));
    const change = { tenantIdentifier: null, oldValue: 'a', newValue: 'b', revision: 7 };
    const changes = [
      { ...change, code: 'shop.title' },
      { ...change, code: 'shop.rate' },
    ];
    settings.publish(changes, (error) => void errors.push(error));
    expect(heard).toEqual([[changes[0]]]);
    expect(errors).toEqual([new Error('mine')]);
  });
  it('give a user what the user chose, where the setting allows it', async () => {
    const settings = createSettings();
    const { title, rate, key } = settings.bind(group);
    const values = new Map<string, string | number>([
      ['shop.title', 'Mine'],
      ['shop.rate', 9],
    ]);
    const secret = new SecretValue('hunter2');
    settings.attach({ find: () => undefined, findSecret: () => secret, loadUserValues: async () => values });
    const view = await settings.forUser('ada', 'north');
    expect([view.get(title), view.get(rate), title.get('north')]).toEqual(['Mine', 1.5, 'Shop']);
    expect(settings.secret(key, 'north')).toBe(secret);
  });
});
