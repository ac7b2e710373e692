// Values of enumerations are written in upper case, in every module; what is not, says here why.
import { expect, it } from 'vitest';
import { modules } from '../modules.ts';
import { mergedDocument } from './document.ts';

/** Fields whose values are names of others: of fields, of events, of classes, of what HTML or another standard calls so. */
const NAMES: ReadonlySet<string> = new Set([
  'properties', // of what is sorted by
  'property',
  'field',
  'groupBy',
  'errorClassName',
  'target', // of links in HTML
  'List-Unsubscribe', // RFC 8058
  'csvDelimiter',
  'delimiter',
  'encoding', // as IANA names character sets
  'format', // patterns of Unicode TR 35
  'algorithm', // of signatures
]);
const EVENT_KIND = /^[a-z-]+\.[a-z-]+$/;
/** The empty one chooses nothing; OFREP and DMN name theirs so. */
const OF_STANDARDS: ReadonlySet<string> = new Set(['', 'refetchEvaluation', 'RULE ORDER', 'OUTPUT ORDER']);
const UPPER = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

function lowerValues(node: unknown, field: string, found: string[]): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, inner] of Object.entries(node)) {
    if (key === 'example') continue;
    if (key === 'enum' && Array.isArray(inner) && !NAMES.has(field)) {
      const wrong = inner.filter(
        (value) =>
          typeof value === 'string' && !UPPER.test(value) && !EVENT_KIND.test(value) && !OF_STANDARDS.has(value),
      );
      if (wrong.length > 0) found.push(`${field}: ${wrong.join(', ')}`);
    }
    const isKeyword = ['items', 'anyOf', 'schema', 'enum'].includes(key) || /^\d+$/.test(key);
    lowerValues(inner, isKeyword ? field : key, found);
  }
}

it('are upper case, but for names of other things', () => {
  const found: string[] = [];
  lowerValues(mergedDocument(modules, '1'), '', found);
  expect(found).toEqual([]);
  const planted: string[] = [];
  lowerValues({ action: { enum: ['RETRY', 'skip'] }, properties: { enum: ['name'] } }, '', planted);
  expect(planted).toEqual(['action: skip']);
});
