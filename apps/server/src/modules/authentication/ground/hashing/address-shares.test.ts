// Proves that shares which are counted as people come and go say what counting everybody anew would say.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AddressShares } from './address-shares.ts';

interface Place {
  readonly address: string;
  readonly as: 'waiting' | 'coming';
}

const WAITING_MAX = 64;
const SHARE = 8;

function countsOf(places: readonly Place[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { address } of places) counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}

function isFullAnew(places: readonly Place[], address: string, free: number): boolean {
  if (places.length < SHARE + free) return false;
  const counts = countsOf([...places, { address, as: 'coming' }]);
  if (counts.size === 1) return places.length >= WAITING_MAX + free;
  if (counts.get(address)! > SHARE + free) return true;
  return [...counts.values()].reduce((sum, count) => sum + Math.min(count, SHARE), 0) > WAITING_MAX + free;
}

function placesOf(addresses: readonly string[]): readonly Place[] {
  return addresses.flatMap((address) => [
    { address, as: 'waiting' },
    { address, as: 'coming' },
  ]);
}

/** Somebody alone, somebody who waits beside another one who does not yet, a few, and so many that their shares fill the queue. */
const CROWDS: readonly (readonly Place[])[] = [
  placesOf(['a']),
  [
    { address: 'a', as: 'waiting' },
    { address: 'b', as: 'coming' },
  ],
  placesOf(['a', 'b', 'c']),
  placesOf(['a', 'b', ...Array.from({ length: 10 }, (_, index) => `other ${index}`)]),
];

/** Places of one crowd are taken, and now and then one is left: a number says which. */
const comingAndGoing = fc.constantFrom(...CROWDS).chain((crowd) =>
  fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...crowd) }, fc.nat()), {
    minLength: 1,
    maxLength: 250,
    size: 'max',
  }),
);

it('authentication 20: what an address may have is the same as if everybody were counted for it', () => {
  fc.assert(
    fc.property(comingAndGoing, fc.nat({ max: 4 }), (steps, free) => {
      const shares = new AddressShares();
      const places: Place[] = [];
      for (const step of steps) {
        if (typeof step !== 'number') {
          places.push(step);
          shares.add(step.address, step.as);
        } else if (places.length > 0) {
          const [left] = places.splice(step % places.length, 1) as [Place];
          shares.remove(left.address, left.as);
        }
        const waiting = countsOf(places.filter(({ as }) => as === 'waiting'));
        expect(shares.held).toBe(places.length);
        expect(shares.areUneven()).toBe(waiting.size > 1 && [...waiting.values()].some((count) => count > SHARE));
        for (const address of ['a', 'b', 'other 3', 'nobody']) {
          expect(shares.isFullFor(address, free)).toBe(isFullAnew(places, address, free));
          expect(shares.hasTooManyWaiting(address)).toBe((waiting.get(address) ?? 0) > SHARE);
        }
      }
    }),
    { numRuns: 60 },
  );
});
