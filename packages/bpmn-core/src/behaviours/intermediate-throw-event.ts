// Intermediate throw event: throws its triggers in order, then the token goes on.
import { beginElement } from '../activity.ts';
import type { Behaviour } from './behaviour.ts';
import { throwAll } from './throwing.ts';

export const intermediateThrowEvent: Behaviour = { enter: beginElement, act: throwAll };
