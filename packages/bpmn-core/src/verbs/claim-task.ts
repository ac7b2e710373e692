// Gives an open task to a person.
import type { ClaimTaskCommand } from '../contract/commands.ts';
import type { StepResult } from '../contract/result.ts';
import type { Situation } from '../instance/situation.ts';
import { reassign } from './assignment.ts';

export function claimTask(situation: Situation, command: ClaimTaskCommand): StepResult {
  return reassign(situation, command, command.task, command.assignee);
}
