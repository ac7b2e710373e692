// The catalogue of errors is whole in both languages.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ErrorDefinition, errorCatalogue, languages } from './catalogue.ts';

const files = readdirSync(new URL('.', import.meta.url), { encoding: 'utf8', recursive: true }).filter((file) =>
  file.endsWith('-errors.ts'),
);
/** Holds what each file of codes exports, whichever there are. */
const parts: readonly object[] = await Promise.all(
  files.map(async (file) => Object.values<object>(await import(`./${file}`))[0]!),
);

const entries = Object.entries<ErrorDefinition>(errorCatalogue);
const parametersOf = (sentence: string) => [...sentence.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]).sort();

describe('the error catalogue', () => {
  it('holds every code that any operation may answer, with its status', () => {
    const common = [
      'VALIDATION_FAILED 400',
      'MALFORMED_BODY 400',
      'AUTHENTICATION_REQUIRED 401',
      'SESSION_EXPIRED 401',
      'ACCESS_DENIED 403',
      'CSRF_CHECK_FAILED 403',
      'REAUTHENTICATION_REQUIRED 403',
      'OPERATION_NOT_FOUND 404',
      'METHOD_NOT_ALLOWED 405',
      'NOT_ACCEPTABLE 406',
      'VERSION_CONFLICT 409',
      'PAYLOAD_TOO_LARGE 413',
      'UNSUPPORTED_MEDIA_TYPE 415',
      'RATE_LIMITED 429',
      'INTERNAL_ERROR 500',
      'OPERATION_NOT_IMPLEMENTED 501',
      'TRANSFER_CODING_NOT_SUPPORTED 501',
      'SERVICE_UNAVAILABLE 503',
    ];
    expect(entries.map(([code, { status }]) => `${code} ${status}`)).toEqual(expect.arrayContaining(common));
  });

  it.each(entries)('%s has one sentence in each language with the same parameters', (_code, definition) => {
    const [first, ...others] = languages.map((language) => definition[language]);
    for (const sentence of [first ?? '', ...others]) expect(sentence).toMatch(/^[\p{Lu}{].*\.$/u);
    for (const sentence of others) expect(parametersOf(sentence)).toEqual(parametersOf(first ?? ''));
    expect(definition.tr).not.toBe(definition.en);
    expect(definition.help).toMatch(/\.$/);
  });

  it('answers a 400 only as VALIDATION_FAILED or MALFORMED_BODY', () => {
    const codes = entries.filter(([, { status }]) => status === 400).map(([code]) => code);
    expect(codes).toEqual(['VALIDATION_FAILED', 'MALFORMED_BODY']);
  });

  it('holds each code once, and every code of every part', () => {
    expect(parts.flatMap((part) => Object.keys(part)).sort()).toEqual(Object.keys(errorCatalogue).sort());
  });

  it('writes codes in upper snake case', () => {
    for (const [code] of entries) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  });
});
