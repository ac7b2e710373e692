// Intermediate throw event: throws its triggers in order, then the token goes on.
import { throwAll } from '../../catching/throwing.ts';
import { beginElement } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

export const intermediateThrowEvent: Behaviour = { enter: beginElement, act: throwAll };
