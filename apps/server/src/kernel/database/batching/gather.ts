// Lets what arrives together become one statement.
import { setImmediate as turn } from 'node:timers/promises';

/** Bounds the wait under a load that never ends; the statement before has taken longer. */
const TURNS_MAX = 4;

/**
 * Waits for the end of this turn of the event loop, and goes on for as long as each turn brings more: whoever is read now would else wait
 * for the whole statement of the others. Whoever is alone waits for nobody.
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
