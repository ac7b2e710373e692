// Tests that large forms are read as small ones are, and in turns with everybody else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArgumentProblem } from '../../request/errors.ts';
import { parseLargePairs } from './large-form.ts';
import { parsePairs } from './parameters.ts';

const MIB = 1_048_576;

async function read(text: string) {
  const problems: ArgumentProblem[] = [];
  return { pairs: await parseLargePairs(Buffer.from(text), problems), problems };
}

function readAtOnce(text: string) {
  const problems: ArgumentProblem[] = [];
  return { pairs: parsePairs(text, 'body', problems), problems };
}

describe('large forms', () => {
  it('are read as small ones are, whatever stands in them', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '&',
        '=',
        '+',
        '%',
        '%2',
        '%zz',
        '%41',
        '%C5%9F',
        '%C5',
        '%ff',
        '%00',
        'a',
        'ş',
        '🙂',
        '%F0%9F%99%82',
        'b=c&',
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const text = pieces.join('').toWellFormed();
        expect(await read(text)).toEqual(readAtOnce(text));
      }),
      { numRuns: 500 },
    );
  });

  it('hold what they say across pieces', async () => {
    const value = 'ş+%'.repeat(300_000);
    const { pairs, problems } = await read(String(new URLSearchParams({ model: value, name: 'x' })));
    expect([pairs, problems]).toEqual([
      [
        ['model', value],
        ['name', 'x'],
      ],
      [],
    ]);
  });

  it.each([
    ['pairs', 'a=b&'.repeat(MIB / 4)],
    ['names', 'a&'.repeat(MIB / 2)],
  ])('of too many %s are refused', async (_, text) => {
    expect(await read(text)).toEqual({
      pairs: [],
      problems: [{ field: '', code: 'TOO_LONG', message: 'Must have at most 1000 parameters.' }],
    });
  });

  it('let others have their turn', async () => {
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        turns += 1;
        await new Promise(setImmediate);
      }
    })();
    await read(`${'&'.repeat(8 * MIB)}a=${'+'.repeat(8 * MIB)}`);
    isDone = true;
    await others;
    expect(turns).toBeGreaterThan(50);
  });
});
