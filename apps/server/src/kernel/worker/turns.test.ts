// Tests who has a turn, who is refused, and that nothing is left of whoever has gone.
import { afterEach, expect, it } from 'vitest';
import { type HeldWork, holdWork } from '../../testing/held-work.ts';
import { Turns } from './turns.ts';

let held: HeldWork | null = null;
afterEach(async () => {
  await held?.endAll();
  held = null;
});

function open({ ofOwner = 1, waitingOfOwnerMax = 3 } = {}): { readonly turns: Turns; readonly work: HeldWork } {
  const turns = new Turns({ name: 'test', ofOwner, waitingOfOwnerMax });
  held = holdWork(turns);
  return { turns, work: held };
}

it('begins the work of one owner in its order, so much at a time', async () => {
  const { work } = open({ ofOwner: 2 });
  work.ask('a', 4);
  expect(work.begun).toEqual(['a 1', 'a 2']);
  await work.end('a 2');
  expect(work.begun).toEqual(['a 1', 'a 2', 'a 3']);
});

it('owners take turns, whoever asked for more before', async () => {
  const { work } = open();
  work.ask('a', 4);
  work.ask('b', 3);
  work.ask('c', 2);
  work.ask('d');
  expect(work.begun).toEqual(['a 1', 'b 1']);
  const rounds = ['a 1', 'b 1', 'a 2', 'b 2', 'c 1', 'd 1', 'a 3', 'b 3', 'c 2', 'a 4'];
  for (const next of rounds) await work.end(next);
  expect(work.begun).toEqual(rounds);
});

it('refuses the piece of an owner that is too much, and nobody else for it', async () => {
  const { turns, work } = open();
  const pieces = work.ask('a', 5);
  await expect(pieces[4]).rejects.toMatchObject({ code: 'RATE_LIMITED', options: { retryAfterSeconds: 5 } });
  work.ask('b', 4);
  expect([turns.running, turns.waiting]).toEqual([2, 6]);
});

it('pieces of one batch count as one that waits', async () => {
  const { turns, work } = open({ waitingOfOwnerMax: 2 });
  work.ask('a', 10, { batch: 'one' });
  work.ask('a', 10, { batch: 'two' });
  expect(turns.waiting).toBe(19);
  await expect(work.ask('a')[0]).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  work.ask('a', 1, { batch: 'one' });
  expect(turns.waiting).toBe(20);
});

it('whoever gives up while he waits never begins, and makes room', async () => {
  const { turns, work } = open();
  const leaving = new AbortController();
  work.ask('a');
  const [given] = work.ask('a', 1, leaving);
  work.ask('a', 2);
  leaving.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  expect(turns.waiting).toBe(2);
  await expect(work.ask('a', 1, leaving)[0]).rejects.toThrow('gone');
  await work.end('a 1');
  expect(work.begun).toEqual(['a 1', 'a 3']);
});

it('work that fails gives its place back, also where it fails at once', async () => {
  const { turns } = open();
  await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const throwing = (): Promise<string> => {
    throw new Error('broken at once');
  };
  await expect(turns.run('a', throwing)).rejects.toThrow('broken at once');
  expect(turns.running).toBe(0);
});

it('refuses what waits when it is closed, and whatever comes then', async () => {
  const { turns, work } = open();
  const [, waiting] = work.ask('a', 2);
  turns.close();
  await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await expect(work.ask('b')[0]).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
