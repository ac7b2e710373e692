// What differs from run to run does not stand in an example, and an example that is no longer true is found.
import { placeholders } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import { findDifference, showExample } from './shown.ts';

const RUN = 'm4xy7';
const uuid = (digit: string) => `019b76da-a800-772b-8a47-${digit.repeat(12)}`;

describe('an example', () => {
  it('shows ids, times, names and secrets of the run as others of their form, the same as the same', () => {
    const name = `demo.setting-${RUN}-3`;
    const shown = showExample(
      {
        params: { uuid: uuid('b') },
        body: { code: name, codes: [`demo.setting-${RUN}-4`, name], token: `svc_${'x'.repeat(43)}` },
        answer: { uuid: uuid('a'), same: uuid('b'), date: '2026-11-29T09:04:40.298Z', from: '2026-03-29T01:00:00Z' },
      },
      RUN,
    );
    const [first, second] = [1, 2].map((number) => `${placeholders.uuid.slice(0, -1)}${number}`);
    expect(shown).toEqual({
      params: { uuid: first },
      body: {
        code: 'demo.setting',
        codes: ['demo.setting-2', 'demo.setting'],
        token: `svc_${'example-1-'.padEnd(43, 'x')}`,
      },
      answer: { uuid: second, same: first, date: placeholders.time, from: '2026-03-29T01:00:00Z' },
    });
  });

  it('shows two objects of a list that is answered, all that was sent, and no bytes', () => {
    const items = [{ a: 1 }, { a: 2 }, { a: 3 }];
    expect(showExample({ body: items, answer: items }, RUN)).toEqual({ body: items, answer: items.slice(0, 2) });
    expect(showExample({ answer: { text: 'PK\u0003\0' } }, RUN)).toEqual({ answer: { text: '(bytes)' } });
  });
});

describe('a difference', () => {
  it('is another text, a field that is new or gone, a null, and a list that is empty or not', () => {
    const shown = { state: 'OPEN', count: 3, note: null, list: [1] };
    const differenceOf = (came: object) => findDifference(came, shown, 'answered', 'answer');
    expect(differenceOf({ ...shown })).toBeNull();
    expect(differenceOf({ ...shown, state: 'SHUT' })).toContain('answer.state is "SHUT"');
    expect(differenceOf({ ...shown, more: 1 })).toBe('answer.more is new');
    expect(differenceOf({ state: 'OPEN', count: 3, list: [1] })).toBe('answer.note is gone');
    expect(differenceOf({ ...shown, note: 'now' })).toContain('answer.note');
    expect(differenceOf({ ...shown, list: [] })).toContain('answer.list');
  });

  it('is no other number, no item of a list that others made, no entry of a map, and no later line', () => {
    const shown = { count: 3, list: [{ name: 'one' }], map: { 'demo.one': 1 }, text: 'a,b\r\n1,x' };
    const came = { count: 4, list: [{ name: 'two' }, {}], map: { 'demo.two': 1 }, text: 'a,b\r\n2,y' };
    expect(findDifference(came, shown, 'answered', 'answer')).toBeNull();
    expect(findDifference(came, shown, 'sent', 'body')).toContain('body.list');
  });
});
