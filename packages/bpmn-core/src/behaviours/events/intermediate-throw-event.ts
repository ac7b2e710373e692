// Intermediate throw event: throws its triggers in order, then the token goes on.
import { beginElement } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { serviceTask } from '../tasks/service-task.ts';
import { doWorkAndThrow } from './throwing-work.ts';

export const intermediateThrowEvent: Behaviour = {
  enter: beginElement,
  act: doWorkAndThrow,
  worked: serviceTask.worked!,
};
