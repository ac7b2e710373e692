// Receive task: waits for its message, or to be triggered where it names none.
import { enterActivity } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

/** Receive task: its wait is armed when it is entered. */
export const receiveTask: Behaviour = { enter: enterActivity, act: () => undefined };
