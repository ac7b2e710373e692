// Writes JSON with the keys of each object in order, so that equal values have equal texts.
import { isExactNumber } from './exact-json.ts';

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node) && !isExactNumber(node)
      ? Object.fromEntries(Object.entries(node).sort(([left], [right]) => (left < right ? -1 : 1)))
      : node,
  );
}
