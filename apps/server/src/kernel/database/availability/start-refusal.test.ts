// Tests which of several causes a refused start is explained by.
import { expect, it } from 'vitest';
import { explainRefusal } from './start-refusal.ts';

const settings = { url: 'postgresql://keelson@db.example:5433/suite' };
const failure = (message: string, code: string, cause?: Error) =>
  Object.assign(new Error(message, { cause }), { code });
const sentence = (error: unknown) => (explainRefusal(error, settings) as Error).message;

it('explains by the innermost cause of which something is known, and keeps what was thrown', () => {
  const refused = failure('connect ECONNREFUSED', 'ECONNREFUSED');
  const thrown = new Error('timeout expired', { cause: refused });
  expect(sentence(thrown)).toMatch(/^The database at "db\.example:5433" cannot be used: nobody listens there/);
  expect((explainRefusal(thrown, settings) as Error).cause).toBe(thrown);
  const unknown = failure('is odd', 'EODD');
  expect(sentence(failure('no such name', 'ENOTFOUND', unknown))).toContain('no machine has this name');
  expect(sentence(failure('no such name', 'ENOTFOUND', failure('let in', '28P01')))).toContain('does not let the user');
});

it('leaves alone what it knows nothing of, and causes that go round', () => {
  const odd = failure('is odd', 'EODD');
  expect(explainRefusal(odd, settings)).toBe(odd);
  odd.cause = new Error('outer', { cause: odd });
  expect(explainRefusal(odd, settings)).toBe(odd);
  expect(explainRefusal('text', settings)).toBe('text');
});
