// Reads JSON that editors send with a model.

function parsed(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) };
  } catch {
    return null;
  }
}

export function isJson(bytes: Uint8Array): boolean {
  return parsed(bytes) !== null;
}

/** Reads the entries of these names as texts, other values as JSON; null for invalid JSON. */
export function textsOf(bytes: Uint8Array, names: readonly string[]): Readonly<Record<string, string>> | null {
  const found = parsed(bytes);
  if (found === null) return null;
  const known = Object.entries(found.value as object).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
