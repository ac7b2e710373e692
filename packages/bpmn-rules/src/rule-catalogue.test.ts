// The catalogue of rules: complete in both languages, well formed, and no id in two families.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepMostSpecific } from './precedence.ts';
import { fileFinding } from './problem.ts';
import { RULE_IDS, RULES } from './rule-catalogue.ts';
import { toProblem } from './validate.ts';

function placeholders(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).map((name) => name.replace('Tr}', '}')).toSorted();
}

describe('the rule catalogue', () => {
  it('has every family file whole: no id stands in two of them', async () => {
    const folder = join(import.meta.dirname, 'texts');
    const families = await Promise.all(readdirSync(folder).map((name) => import(join(folder, name))));
    const ids = families.flatMap((family) => Object.values(family).flatMap((texts) => Object.keys(texts as object)));
    expect(ids.toSorted()).toEqual([...RULE_IDS].toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(RULE_IDS)('%s fills the same places in both languages and helps', (ruleId) => {
    const { en, tr, help } = RULES[ruleId];
    expect(placeholders(tr)).toEqual(placeholders(en));
    expect(tr).not.toBe(en);
    expect(help.length).toBeGreaterThan(10);
  });

  it('fills texts in without reading them again', () => {
    const place = { line: 1, column: 1 };
    const told = toProblem('f', fileFinding('DIA-01', place, { values: { x: '{x} $& {file}' } }), 'ERROR', null);
    expect(told.message).toBe('bpmnElement {x} $& {file} does not exist');
  });

  it('keeps every finding about the file itself', () => {
    const finding = fileFinding('DIA-01', { line: 1, column: 1 }, { about: 'same' });
    expect(keepMostSpecific([finding, finding])).toHaveLength(2);
  });
});
