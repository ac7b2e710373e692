// Takes an open task out of its assignee's hand; the candidates stay.
import type { UnclaimTaskCommand } from '../contract/commands.ts';
import type { StepResult } from '../contract/result.ts';
import type { Situation } from '../instance/situation.ts';
import { reassign } from './assignment.ts';

export function unclaimTask(situation: Situation, command: UnclaimTaskCommand): StepResult {
  return reassign(situation, command, command.task, null);
}
