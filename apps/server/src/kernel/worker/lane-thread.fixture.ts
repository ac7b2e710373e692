// Is a thread for tests of lanes: it gives back, throws, ends or does not come back.
import { exit } from 'node:process';
import { serveLane } from './serve-lane.ts';

serveLane((request: string): string => {
  if (request === 'throw') throw new RangeError('too much');
  if (request === 'end') exit(1);
  while (request === 'forever');
  return `done ${request}`;
});
