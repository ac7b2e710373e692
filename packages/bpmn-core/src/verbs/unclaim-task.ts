// Takes an open task out of its assignee's hand; the candidates stay.
import type { UnclaimTaskCommand } from '../commands.ts';
import type { StepResult } from '../result.ts';
import { reassign } from './assignment.ts';
import type { Situation } from './verb.ts';

export function unclaimTask(situation: Situation, command: UnclaimTaskCommand): StepResult {
  return reassign(situation, command, command.task, null);
}
