// Tests when streams read what is their own.
import { expect, it } from 'vitest';
import { createCatchUps } from './catch-ups.ts';
import type { Follower } from './follower.ts';

const followerOf = (name: string) => ({ name, isPresent: true, askAgain: () => undefined }) as unknown as Follower;

it('notification-polling 43: nobody reads what is his own while something is told to everybody, and all do afterwards', async () => {
  const read: Follower[] = [];
  let isBroadcasting = true;
  const run = async (follower: Follower) => {
    read.push(follower);
    return null;
  };
  const catchUps = createCatchUps({ run, count: () => 2, isBroadcasting: () => isBroadcasting });
  const followers = ['ann', 'bob'].map(followerOf);
  for (const one of followers) catchUps.now(one);
  expect(read).toEqual([]);
  isBroadcasting = false;
  catchUps.resume();
  expect(read).toEqual(followers);
});
