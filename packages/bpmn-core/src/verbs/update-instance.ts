// Changes what is known of a running instance as a whole: business key, name, priority, due date.
import type { UpdateInstanceCommand } from '../contract/commands/commands.ts';
import type { InstanceUpdate } from '../contract/instance-state.ts';
import { TASK_FIELD_LENGTH_MAX, TASK_PRIORITY_MAX } from '../contract/limits.ts';
import type { StepResult } from '../contract/result.ts';
import { type Situation, unchanged } from '../instance/situation.ts';
import { stepFailure } from '../instance/step-failure.ts';

const FIELDS = ['businessKey', 'name', 'priority', 'dueAt'] as const;

/** Changes facts of the instance; no token moves by it, what is evaluated later sees the new values. */
export function updateInstance({ state }: Situation, { changes }: UpdateInstanceCommand): StepResult {
  const changed = FIELDS.filter((field) => changes[field] !== undefined && changes[field] !== state.facts[field]);
  if (changed.length === 0) return unchanged(state);
  checkBounds(changes);
  const facts = { ...state.facts, ...valuesOf(changed, changes) };
  return {
    outcome: 'done',
    state: { ...state, facts },
    history: [['Y', valuesOf(changed, facts), valuesOf(changed, state.facts)]],
    effects: [{ kind: 'update-instance', facts }],
  };
}

function valuesOf(fields: readonly (typeof FIELDS)[number][], from: InstanceUpdate): InstanceUpdate {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

function checkBounds({ businessKey, name, priority }: InstanceUpdate): void {
  for (const text of [businessKey, name]) {
    if ((text?.length ?? 0) <= TASK_FIELD_LENGTH_MAX) continue;
    throw stepFailure(
      'LIMIT_EXCEEDED',
      null,
      `A field of the instance would have more than ${TASK_FIELD_LENGTH_MAX} characters`,
    );
  }
  if (priority == null || (Number.isInteger(priority) && priority >= 0 && priority <= TASK_PRIORITY_MAX)) return;
  throw stepFailure(
    'LIMIT_EXCEEDED',
    null,
    `The priority ${priority} is no whole number from 0 to ${TASK_PRIORITY_MAX}`,
  );
}
