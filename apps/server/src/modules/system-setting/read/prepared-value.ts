// Prepares values as JSON text, made once for each object, so that reading a large one writes existing bytes.
import type { SettingValue } from '../../../kernel/settings/setting-value.ts';

/** Objects of the snapshot are frozen, so their text never changes; it goes when they go. */
const texts = new WeakMap<object, string>();

/** Answers the JSON of a value that a snapshot holds or a request has given. */
export function preparedJson(value: SettingValue): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  if (Object.isFrozen(value)) texts.set(value, text);
  return text;
}
