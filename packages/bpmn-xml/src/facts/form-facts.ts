// Reads of a form what its JSON says, in whichever of the formats that tools write.
import { distinctNames } from './distinct-names.ts';
import type { ReadableFacts } from './facts.types.ts';

/** Fields in which tools keep what a person reads. */
const LABELS = ['label', 'name', 'title', 'text'];

export function formFacts(form: Readonly<Record<string, unknown>>): ReadableFacts {
  const parts = partsOf(form);
  const types = parts.flatMap(({ type }) => textOf(type) ?? []);
  const mainId = textOf(form.id) ?? textOf(form.key);
  return {
    kind: 'FORM',
    mainId,
    name: textOf(form.name) ?? textOf(form.title),
    targetNamespace: '',
    processes: [],
    keys: mainId === null ? [] : [mainId],
    names: distinctNames(parts.flatMap((part) => LABELS.map((label) => textOf(part[label])))),
    elementTypes: [...new Set(types)].sort(),
    references: [],
  };
}

/** Answers a text of JSON without U+0000, which XML and most databases cannot hold. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replaceAll('\0', ' ').trim() : '';
  return text === '' ? null : text;
}

type Part = Readonly<Record<string, unknown>>;

/** Lists all objects of the form, itself first; without recursion, for nothing bounds how deep JSON nests. */
function partsOf(form: Part): readonly Part[] {
  const parts: Part[] = [];
  const waiting: unknown[] = [form];
  for (let at = 0; at < waiting.length; at += 1) {
    const value = waiting[at];
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) parts.push(value as Part);
    for (const inner of Object.values(value)) if (typeof inner === 'object') waiting.push(inner);
  }
  return parts;
}
