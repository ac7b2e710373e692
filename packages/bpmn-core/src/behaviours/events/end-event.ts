// End event: throws what it has to throw, then its token ends.
import { throwAll } from '../../catching/throwing.ts';
import { beginElement } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

export const endEvent: Behaviour = { enter: beginElement, act: throwAll };
