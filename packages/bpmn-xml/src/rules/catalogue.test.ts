// The catalogue of rules beside the specification's list: the same ids and marks.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_IDS, RULES } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';

interface ListedRule {
  readonly id: string;
  readonly executableOnly: boolean;
  readonly warningWhenLenient: boolean;
  readonly errorOnlyWhenStrict: boolean;
}

const FILE = join(import.meta.dirname, '../../../../../shared/data/bpmn-rules.json');
const LISTED: readonly ListedRule[] = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as { readonly rules: readonly ListedRule[] }).rules
  : [];

const FAMILIES = /^(DOC|REF|DIA|ART|COL|CNV|CHO|LAN|COR)-/;

describe.runIf(LISTED.length > 0)('the rules of the specification', () => {
  const marks = ({ executableOnly, warningWhenLenient, errorOnlyWhenStrict }: ListedRule) =>
    `${executableOnly ? 'X' : ''}${warningWhenLenient ? 'L' : ''}${errorOnlyWhenStrict ? 'S' : ''}`;

  it('are built with their marks', () => {
    const built = LISTED.filter(({ id }) => Object.hasOwn(RULES, id));
    const told = built.map(({ id }) => [id, RULES[id as keyof typeof RULES].marks]);
    expect(told).toEqual(built.map((rule) => [rule.id, marks(rule)]));
  });

  it('of the file, its references, diagrams, pools, lanes and choreographies are all built', () => {
    const wanted = LISTED.map(({ id }) => id).filter((id) => FAMILIES.test(id));
    const built: ReadonlySet<string> = new Set(RULE_IDS);
    expect(wanted.length).toBeGreaterThanOrEqual(65);
    expect(wanted.filter((id) => !built.has(id))).toEqual([]);
  });
});
