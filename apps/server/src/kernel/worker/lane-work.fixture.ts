// Is a thread for tests of lanes: it gives back, throws, ends, does not come back, or waits until it is told to go on.
import { exit } from 'node:process';
import { serveLane } from './serve-lane.ts';

export type LaneWork = string | { readonly until: SharedArrayBuffer; readonly name: string };

serveLane((request: LaneWork): string => {
  if (typeof request !== 'string') {
    const flags = new Int32Array(request.until);
    Atomics.wait(flags, 0, 0);
    return `done ${request.name}`;
  }
  if (request === 'throw') throw new RangeError('too much');
  if (request === 'end') exit(1);
  while (request === 'forever');
  return `done ${request}`;
});
