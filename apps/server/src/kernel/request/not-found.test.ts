// Tests what an error says of something that does not exist.
import { describe, expect, it } from 'vitest';
import { failureSentence } from '../http/answer/envelope.ts';
import { notFoundError } from './not-found.ts';

function told(...asked: Parameters<typeof notFoundError>[1]) {
  const { code, options } = notFoundError('TASK_NOT_FOUND', asked);
  return [failureSentence(code, options, 'en'), failureSentence(code, options, 'tr'), options.errorArguments];
}

describe('what does not exist', () => {
  it('is named in the sentence of each language and in the arguments', () => {
    expect(told({ taskId: 'a-t1' })).toEqual([
      'There is no such task: a-t1.',
      'Böyle bir görev yok: a-t1.',
      [{ taskId: 'a-t1' }],
    ]);
  });

  it('is named each where several were asked for, the first one in the sentence', () => {
    const [sentence, , errorArguments] = told(
      { index: 2, uuid: null, name: 'b' },
      { index: 3, uuid: 'c', name: undefined },
    );
    expect(sentence).toBe('There is no such task: b.');
    expect(errorArguments).toEqual([
      { index: 2, uuid: null, name: 'b' },
      { index: 3, uuid: 'c' },
    ]);
  });

  it('is cut at 64 characters', () => {
    const [sentence, , errorArguments] = told({ taskId: 'x'.repeat(100) });
    expect(errorArguments).toEqual([{ taskId: `${'x'.repeat(64)}...` }]);
    expect(sentence).toBe(`There is no such task: ${'x'.repeat(64)}....`);
  });

  it('is not repeated where it is a token or an API key', () => {
    for (const secret of [`svc_${'a'.repeat(43)}`, `x-svc_key_${'B'.repeat(43)}`]) {
      const answer = JSON.stringify(told({ identifier: secret }));
      expect(answer).not.toContain('aaaa');
      expect(answer).not.toContain('BBBB');
      expect(answer).toContain('***');
    }
    expect(told({ key: 'svc_order' })[0]).toContain('svc_order');
  });
});
