// What whoever does work outside has to report of it, and may ask for again.
import { behaviours } from '../behaviours/behaviours.ts';
import { runCatching } from '../catching/attempt.ts';
import type { BegunCallCommand, RedoWorkCommand } from '../contract/commands/commands.ts';
import type { Wait, WorkWait } from '../contract/instance-state.ts';
import type { StepResult } from '../contract/result.ts';
import { nodeOf } from '../instance/burst.ts';
import { resume, type Situation, unchanged } from '../instance/situation.ts';
import { ownerOf } from '../instance/waits.ts';
import { runToRest } from '../rounds/rounds.ts';
import { isUndone } from '../tokens/leaving.ts';
import { orderUndoing } from '../tokens/work-order.ts';

const NOT_OPEN: StepResult = { outcome: 'refused', code: 'WAIT_NOT_OPEN' };
const NOT_POSSIBLE: StepResult = { outcome: 'refused', code: 'NOT_POSSIBLE' };

function openWorkOf({ state }: Situation, number: number): (Wait & WorkWait) | undefined {
  return state.waits.find((wait): wait is Wait & WorkWait => wait.number === number && wait.kind === 'work');
}

/** Orders open work once more, evaluated as the instance is now. An instance that was called already does its work itself. */
export function redoWork(situation: Situation, command: RedoWorkCommand): StepResult {
  const wait = openWorkOf(situation, command.wait);
  if (wait === undefined) return NOT_OPEN;
  const burst = resume(situation, command);
  const token = ownerOf(burst, wait).token!;
  const node = nodeOf(burst, token);
  const isUndoing = isUndone(node, token);
  if (wait.called !== undefined && !isUndoing) return NOT_POSSIBLE;
  runCatching(burst, token, () => {
    if (isUndoing) orderUndoing(burst, node, token, wait.called!);
    else behaviours[node.type].act(burst, node, token);
  });
  return runToRest(burst);
}

/** Notes the instance that a call has begun; no token moves. */
export function reportBegunCall(situation: Situation, command: BegunCallCommand): StepResult {
  const { state } = situation;
  const wait = openWorkOf(situation, command.wait);
  if (wait === undefined) return NOT_OPEN;
  const { instanceId } = command;
  if (wait.called === instanceId) return unchanged(state);
  if (wait.work !== 'call' || wait.called !== undefined) return NOT_POSSIBLE;
  const begun = { ...wait, called: instanceId };
  const { activity } = state.tokens.find(({ number }) => number === wait.token)!;
  return {
    outcome: 'done',
    state: { ...state, waits: state.waits.map((open) => (open === wait ? begun : open)) },
    history: [['I', activity, instanceId]],
    effects: [{ kind: 'change-wait', wait: begun }],
  };
}
