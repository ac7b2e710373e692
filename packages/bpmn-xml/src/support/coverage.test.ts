// The coverage table has each name once, and its files are there and speak of it.
import { readFileSync } from 'node:fs';
import { isFlowNodeType, RULES } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { behaviours } from '../../../bpmn-core/src/behaviours/behaviours.ts';
import { type CoverageEntry, coverageChapters } from './coverage.ts';

const ROOT = new URL('../../../../', import.meta.url);
const chapters = coverageChapters();
const entries = chapters.flatMap((chapter) => chapter.entries);
const named = ({ element, attribute }: CoverageEntry) => (attribute === null ? element : `${element} @ ${attribute}`);

const texts = new Map<string, string | null>();

function textOf(path: string): string | null {
  if (!texts.has(path)) {
    try {
      texts.set(path, readFileSync(new URL(path, ROOT), 'utf8'));
    } catch {
      texts.set(path, null);
    }
  }
  return texts.get(path) ?? null;
}

describe('the coverage table', () => {
  it('says of each name exactly one thing', () => {
    expect(entries.length).toBeGreaterThan(700);
    expect(entries.filter(({ claims }) => claims.length !== 1).map((entry) => [named(entry), entry.claims])).toEqual(
      [],
    );
  });

  it('says nothing of names that the schema does not have', () => {
    expect(chapters.flatMap(({ unknown }) => unknown)).toEqual([]);
  });

  it('names for what is executed a file that is there, and a test that speaks of it', () => {
    const wrong = entries.flatMap((entry) =>
      entry.claims.flatMap((support) => {
        if (support.kind !== 'executed') return [];
        const word = (entry.attribute ?? entry.element).replace(/^.*\//, '');
        const test = textOf(support.test);
        if (textOf(support.behaviour) === null) return `${named(entry)}: no ${support.behaviour}`;
        if (test === null) return `${named(entry)}: no ${support.test}`;
        return new RegExp(`\\b${word}\\b`).test(test) ? [] : `${named(entry)}: not in ${support.test}`;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('calls executed exactly the flow nodes that have a behaviour', () => {
    const executed = entries.filter(
      ({ element, attribute, claims }) =>
        attribute === null && isFlowNodeType(element) && claims.every(({ kind }) => kind === 'executed'),
    );
    // An event sub-process is written as a sub-process.
    const types = Object.keys(behaviours).filter((type) => type !== 'eventSubProcess');
    expect(executed.map(({ element }) => element).sort()).toEqual(types.sort());
  });

  it('names for what is refused a rule that is there', () => {
    const rules = entries.flatMap(({ claims }) => claims.flatMap((each) => (each.kind === 'refused' ? each.rule : [])));
    expect(rules.filter((rule) => !Object.hasOwn(RULES, rule))).toEqual([]);
    expect(rules.length).toBeGreaterThan(20);
  });
});
