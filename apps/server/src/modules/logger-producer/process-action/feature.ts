// Wires the action of processes.
import type { Kernel } from '../../../kernel/module.ts';
import type { ActionDefinition } from '../../bpmn-engine/api.ts';
import type { createEventFeature } from '../event/feature.ts';
import { createEventAction } from './event-action.ts';
import { createAddEvent } from './event-row.store.ts';

export function createProcessAction(
  { groupCommit }: Pick<Kernel, 'groupCommit'>,
  { intake, makeRoom, count }: Pick<ReturnType<typeof createEventFeature>, 'intake' | 'makeRoom' | 'count'>,
): ActionDefinition {
  return createEventAction({ admit: intake.admit, makeRoom, count, add: createAddEvent(groupCommit) });
}
