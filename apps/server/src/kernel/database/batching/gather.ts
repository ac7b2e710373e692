// Lets what arrives together become one statement.
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Bounds the wait. More turns spare the database a few statements more, and let it lie idle: nobody's requests are read while it works
 * for all of them.
 */
const TURNS_MAX = 2;

/**
 * Waits for the end of this turn of the event loop, and of the next one where this one brought more: whoever is read now would else
 * wait for the whole statement of the others. Whoever is alone waits for nobody.
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
