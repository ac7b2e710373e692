// Is a thread for tests of lanes: it gives back, throws, ends, does not come back, stops, tells its compile cache, or waits until it is asked to go on.
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { exit } from 'node:process';
import { serveLane } from './serve-lane.ts';

export type LaneWork = string | { readonly until: SharedArrayBuffer; readonly name: string };

serveLane<LaneWork, string, string>(async (request, { signal, report }) => {
  if (typeof request !== 'string') {
    const flags = new Int32Array(request.until);
    Atomics.wait(flags, 0, 0);
    return `done ${request.name}`;
  }
  if (request === 'throw') throw new RangeError('too much');
  if (request === 'end') exit(1);
  if (request === 'stoppable' || request === 'forever') report('begun');
  if (request === 'stoppable') await once(signal, 'abort');
  while (request === 'forever');
  if (request === 'cache') return getCompileCacheDir() ?? 'none';
  return `done ${request}`;
});
