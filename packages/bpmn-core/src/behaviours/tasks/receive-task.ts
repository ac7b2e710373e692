// Receive task: waits for its message, or to be triggered where it names none.
import { enterActivity } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

/** Its wait was armed when it was entered. */
export const receiveTask: Behaviour = { enter: enterActivity, act: () => undefined };
