// Proves that prepared texts are those of the value at hand.
import { expect, it, vi } from 'vitest';
import { deepFreeze, type SettingValue } from '../../../kernel/settings/setting-value.ts';
import { preparedJson } from './prepared-value.ts';

it('the text of an object of the snapshot is made once', () => {
  const value = deepFreeze({ list: [1, 'ü'], nested: { on: true } }) as SettingValue;
  const made = vi.spyOn(JSON, 'stringify');
  expect([preparedJson(value), preparedJson(value)]).toEqual(Array(2).fill('{"list":[1,"ü"],"nested":{"on":true}}'));
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});

it('the text of what can still change, or is no object, is made each time', () => {
  const given = { size: 1 };
  expect(preparedJson(given)).toBe('{"size":1}');
  given.size = 2;
  expect(preparedJson(given)).toBe('{"size":2}');
  expect([true, 1.5, 'a "b"'].map(preparedJson)).toEqual(['true', '1.5', '"a \\"b\\""']);
});
