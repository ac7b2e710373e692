// These tests look at the catalogue of rules: complete in both languages, well formed, and no id in two files.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULE_IDS, RULES } from './rule-catalogue.ts';
import specified from './specified-rules.json' with { type: 'json' };

function placeholders(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).map((name) => name.replace('Tr}', '}')).toSorted();
}

describe('the rule catalogue', () => {
  it('has every file of texts whole: no id stands in two of them', async () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.texts.ts'));
    const families = await Promise.all(files.map((name) => import(join(import.meta.dirname, name))));
    const ids = families.flatMap((family) => Object.values(family).flatMap((texts) => Object.keys(texts as object)));
    expect(ids.toSorted()).toEqual([...RULE_IDS].toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(RULE_IDS)('fills in %s the same places in both languages, and helps', (ruleId) => {
    const { en, tr, help, helpTr } = RULES[ruleId];
    expect(placeholders(tr)).toEqual(placeholders(en));
    expect(tr).not.toBe(en);
    expect(help.length).toBeGreaterThan(10);
    expect(placeholders(helpTr)).toEqual(placeholders(help));
    expect(helpTr).not.toBe(help);
  });
});

describe('the rules of the specification', () => {
  it('the rules of the specification are all built with their marks, and beside them only what the host lacks and what is worth a warning', () => {
    const built = RULE_IDS.filter((id) => id !== 'EXE-00' && !id.startsWith('W-'));
    expect(Object.fromEntries(built.map((id) => [id, RULES[id].marks]))).toEqual(specified);
  });
});
