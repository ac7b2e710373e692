// Lets what arrives together become one statement.
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Turns of the event loop that are waited for at most. More would save a few statements and leave the database idle
 * meanwhile.
 */
const TURNS_MAX = 2;

/**
 * Waits for the end of this turn of the event loop, and of the next one where this one brought more: a request that is
 * read now would otherwise wait for the whole statement of the others. With one caller there is no further wait.
 */
export async function gather(waiting: () => number): Promise<void> {
  let before: number;
  let turns = 0;
  do {
    before = waiting();
    turns += 1;
    await turn();
  } while (waiting() > before && turns < TURNS_MAX);
}
