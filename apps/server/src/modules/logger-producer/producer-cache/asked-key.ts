// Reads requested keys, and lists the entries that may decide, from the most specific to the least.
import type { Level } from '../record/event.types.ts';

/** A key as it is asked for: `a.b:DEBUG` is `a.b` at DEBUG. */
export interface AskedKey {
  readonly name: string;
  readonly level: Level | null;
}

export function readKey(key: string): AskedKey {
  const [name = '', level = null] = key.split(':');
  return { name, level: level as Level | null };
}

/** Answers the keys of entries that can decide, the most specific first; whole segments alone, then the star. */
export function candidatesOf({ name, level }: AskedKey): string[] {
  const names: string[] = [];
  if (name !== '*') {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) names.push(name.slice(0, end));
  }
  names.push('*');
  return names.flatMap((each) => (level === null ? [each] : [`${each}:${level}`, each]));
}
