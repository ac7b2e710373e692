// Says every sentence of the catalogues in the other language and back.
import { describe, expect, it } from 'vitest';
import { argumentSentences, argumentText } from './errors/argument-texts.ts';
import { type ErrorCode, errorCatalogue } from './errors/catalogue.ts';
import type { SvcErrorDetail } from './models/envelope.ts';
import { retold } from './retell.ts';

const told = (errorCode: ErrorCode, errorMessage: string, errorArguments: readonly object[] = []): SvcErrorDetail => ({
  errorClassName: 'SvcValidationException',
  service: 'keelson',
  errorMessage,
  errorCode,
  errorDetail: null,
  time: '2026-03-01T10:00:00Z',
  uuid: 'a-request',
  errorArguments: errorArguments.map((argument) => ({ ...argument })),
});

/** Puts a value of its own into each hole. */
const filled = (sentence: string): string => {
  let at = 0;
  return sentence.replaceAll(/\{(\w*)\}/g, (_hole, name: string) => {
    at += 1;
    return name === '' ? `v${at}` : `v-${name}`;
  });
};

describe('a failure that is reported again', () => {
  it.each(Object.entries(errorCatalogue))(
    '%s reads in either language what it read in the other',
    (code, sentences) => {
      const [english, turkish] = [filled(sentences.en), filled(sentences.tr)];
      expect(retold(told(code as ErrorCode, english), 'tr').errorMessage).toBe(turkish);
      expect(retold(told(code as ErrorCode, turkish), 'en').errorMessage).toBe(english);
      expect(retold(told(code as ErrorCode, turkish), 'tr').errorMessage).toBe(turkish);
    },
  );

  it('has the sentences of its arguments, also of those within another one', () => {
    const problems = argumentSentences.map(([english]) => ({ field: 'name', message: filled(english) }));
    const turkish = retold(told('VALIDATION_FAILED', '', problems), 'tr').errorArguments;
    expect(turkish).toEqual(problems.map(({ message }) => ({ field: 'name', message: argumentText(message, 'tr') })));
    // Two English sentences may be one in Turkish: what counts is that it says the same.
    const english = retold(told('VALIDATION_FAILED', '', turkish), 'en').errorArguments;
    expect(retold(told('VALIDATION_FAILED', '', english), 'tr').errorArguments).toEqual(turkish);
    expect(english.filter(({ message }, index) => message === turkish[index]!.message)).toEqual([]);
    const [entry] = retold(told('VALIDATION_FAILED', '', [{ problemList: problems }]), 'tr').errorArguments;
    expect(entry).toEqual({ problemList: turkish });
  });

  it('translates the words of the validator, and leaves alone what no catalogue has', () => {
    const problems = [{ message: 'Must be a whole number or null.' }, { message: 'Said by a relay.' }, { reason: 'X' }];
    const turkish = retold(told('VALIDATION_FAILED', 'Something else', problems), 'tr');
    expect(turkish.errorMessage).toBe('Something else');
    expect(turkish.errorArguments.map(({ message }) => message)).toEqual([
      'Beklenen: tam sayı ya da null.',
      'Said by a relay.',
      undefined,
    ]);
    expect(retold(turkish, 'en').errorArguments).toEqual(problems);
  });
});
