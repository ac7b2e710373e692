// End event: throws what it has to throw, then its token ends.
import { beginElement } from '../activity.ts';
import type { Behaviour } from './behaviour.ts';
import { throwAll } from './throwing.ts';

export const endEvent: Behaviour = { enter: beginElement, act: throwAll };
