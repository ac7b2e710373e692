// Takes secrets out of what the other side answers: many a host gives back what it was sent.
import { putValue, type Value } from '@keelson/bpmn-core';

const MASK = '***';

/** Hides secrets in a value, as they were sent and as JSON and URLs write them. A host that writes them otherwise is beyond this. */
export function hideSecrets(value: Value, secrets: readonly string[]): Value {
  if (secrets.length === 0) return value;
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]);
  // The longest first: one secret may begin another.
  return hide(
    value,
    [...new Set(forms)].sort((a, b) => b.length - a.length),
  );
}

function hide(value: Value, forms: readonly string[]): Value {
  if (typeof value === 'string') return forms.reduce((text, form) => text.replaceAll(form, MASK), value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item: Value) => hide(item, forms));
  const hidden: Record<string, Value> = {};
  for (const [name, member] of Object.entries(value)) putValue(hidden, String(hide(name, forms)), hide(member, forms));
  return hidden;
}
