// Tests what becomes of the answer of another system.
import { expect, it } from 'vitest';
import { connectorResult } from './http-answer.ts';

it('a whole number of an answer that no variable can hold comes as its digits, every other one as a number', () => {
  const answer = {
    status: 200,
    reason: 'OK',
    httpVersion: '1.1',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"id":9007199254740993,"n":[9007199254740991,0.5]}'),
  };
  expect(connectorResult(answer as never, [])).toMatchObject({
    value: { response: { id: '9007199254740993', n: [9007199254740991, 0.5] } },
  });
});
