// Every choice that the pages leave open names what holds it, and what it names exists.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, typeScriptFiles } from './source-files.ts';

const document = readFileSync(`${repositoryRoot}docs/spec-gaps.md`, 'utf8');

interface Gap {
  readonly open: string;
  readonly chosen: string;
  /** Names files and folders, which stand in backticks. */
  readonly holders: readonly string[];
}

// A bar inside a cell is written with a backslash in front.
const cellsOf = (line: string): readonly string[] => line.split(/(?<!\\)\|/).slice(1, -1);
const gaps: readonly Gap[] = document
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (Open|---)|^\|---/.test(line))
  .map((line) => {
    const [open = '', chosen = '', held = ''] = cellsOf(line).map((cell) => cell.trim());
    return { open, chosen, holders: [...held.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '') };
  });

/** Finds a path from the root, or the name of a test that stands beside what it tests. */
function isThere(holder: string): boolean {
  if (holder.includes('/')) return existsSync(repositoryRoot + holder);
  return typeScriptFiles.some(({ path }) => path.endsWith(`/${holder}`) && path.endsWith('.test.ts'));
}

describe('the choices where the pages are silent', () => {
  it('say what was open and what was chosen', () => {
    expect(gaps.length).toBeGreaterThan(80);
    expect(gaps.filter(({ open, chosen }) => open === '' || chosen === '')).toEqual([]);
    expect(new Set(gaps.map(({ open }) => open)).size).toBe(gaps.length);
  });

  it('are each held by a test that exists', () => {
    expect(gaps.filter(({ holders }) => holders.length === 0).map(({ open }) => open)).toEqual([]);
    const lost = gaps.flatMap(({ open, holders }) =>
      holders.filter((holder) => !isThere(holder)).map((holder) => `${open}: ${holder}`),
    );
    expect(lost).toEqual([]);
  });
});
