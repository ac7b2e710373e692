// Writes JSON with the keys of each object in order, so that equal values have equal texts.

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([left], [right]) => (left < right ? -1 : 1)))
      : node,
  );
}
