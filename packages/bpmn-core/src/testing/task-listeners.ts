// Listeners of tasks for tests: they count in a variable how often they were called.
import type { ListenerEvent, ListenerModel } from '../model/activity-model.ts';
import { computed } from './model-builder.ts';

export function listener(event: ListenerEvent, counter: string): ListenerModel {
  const expression = computed(`${counter}++`, (context) => {
    context.setVariable(counter, Number(context.variable(counter) ?? 0) + 1);
    return null;
  });
  return { event, expression, script: null };
}
