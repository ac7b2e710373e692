// End event: throws what it has to throw, then its token ends.
import { beginElement } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { serviceTask } from '../tasks/service-task.ts';
import { doWorkAndThrow } from './throwing-work.ts';

export const endEvent: Behaviour = { enter: beginElement, act: doWorkAndThrow, worked: serviceTask.worked! };
