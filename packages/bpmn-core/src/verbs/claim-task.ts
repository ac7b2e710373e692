// Gives an open task to a person.
import type { ClaimTaskCommand } from '../commands.ts';
import type { StepResult } from '../result.ts';
import { reassign } from './assignment.ts';
import type { Situation } from './verb.ts';

export function claimTask(situation: Situation, command: ClaimTaskCommand): StepResult {
  return reassign(situation, command, command.task, command.assignee);
}
