// Proves that a pattern of a document admits what the server's pattern admits, as far as escapes of four digits reach.
import { describe, expect, it } from 'vitest';
import { modules } from '../modules.ts';
import { mergedDocument } from './document.ts';
import { portablePattern } from './portable-pattern.ts';

const LAST_UNIT = 0xffff;

/** Answers the characters that a named class and its ranges do not have in common: missing in the ranges, or too many there. */
function differences(name: string): { readonly missing: readonly string[]; readonly tooMany: readonly string[] } {
  const named = new RegExp(`^[\\p{${name}}]$`, 'u');
  const ranges = new RegExp(portablePattern(named.source));
  const [missing, tooMany]: [string[], string[]] = [[], []];
  for (let unit = 0; unit <= LAST_UNIT; unit += 1) {
    const character = String.fromCharCode(unit);
    if (named.test(character) === ranges.test(character)) continue;
    (named.test(character) ? missing : tooMany).push(character);
  }
  return { missing, tooMany };
}

describe('a pattern of a document', () => {
  it.each(['Cc', 'Cf', 'Z'])('has the characters of the class %s', (name) => {
    expect(differences(name)).toEqual({ missing: [], tooMany: [] });
  });

  it.each(['L', 'M', 'Nd'])('has all characters of the class %s, and of ASCII no others', (name) => {
    const { missing, tooMany } = differences(name);
    expect(missing).toEqual([]);
    expect(tooMany.filter((character) => character < '\u0080')).toEqual([]);
  });

  it('names no class, and one that nobody has written out is a mistake', () => {
    expect(JSON.stringify(mergedDocument(modules, '1'))).not.toMatch(/\\\\p\{/i);
    expect(() => portablePattern('^[^\\p{So}]*$')).toThrow('So');
  });

  it('is otherwise as the contract has it', () => {
    expect(portablePattern('^\\s*/(?:[^/\\\\\\p{Cc}]*)?$')).toBe('^\\s*/(?:[^/\\\\\\x00-\\x1f\\x7f-\\x9f]*)?$');
  });
});
