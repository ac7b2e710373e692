// Starts an instance: variables, then one token at the start event, or one at each implicit beginning.
import { type Burst, newToken, openBurst, reserveTokens, setVariables } from '../burst.ts';
import type { StartCommand } from '../commands.ts';
import type { StepLimits } from '../limits.ts';
import { NO_FLOW, type NodeIndex, type ProcessModel } from '../model/process-model.ts';
import type { RefusalCode, StepResult } from '../result.ts';
import { runToRest } from '../rounds.ts';

export function start(model: ProcessModel, command: StartCommand, limits: StepLimits): StepResult {
  const beginnings = beginningsOf(model, command.facts.startElementId);
  if (typeof beginnings === 'string') return { outcome: 'refused', code: beginnings };
  const facts = model.implicitStart
    ? command.facts
    : { ...command.facts, startElementId: model.nodes[beginnings[0]!]!.id };
  const burst = openBurst({ model, limits, at: command.at, actor: command.actor }, facts, null);
  burst.history.push(['i']);
  setVariables(burst, command.variables);
  placeTokens(burst, beginnings);
  return runToRest(burst);
}

function placeTokens(burst: Burst, beginnings: readonly NodeIndex[]): void {
  for (const node of beginnings) {
    reserveTokens(burst, 1, burst.model.nodes[node]!);
    burst.arriving.push(newToken(burst, node, NO_FLOW));
  }
}

/** Several start events are alternatives, implicit beginnings all begin. */
function beginningsOf(model: ProcessModel, startElementId: string | null): readonly NodeIndex[] | RefusalCode {
  const { startNodes } = model;
  if (startNodes.length === 0) return 'START_NODE_UNKNOWN';
  if (startElementId === null) {
    return model.implicitStart || startNodes.length === 1 ? startNodes : 'START_NODE_AMBIGUOUS';
  }
  const chosen = model.implicitStart ? undefined : startNodes.find((node) => model.nodes[node]!.id === startElementId);
  return chosen === undefined ? 'START_NODE_UNKNOWN' : [chosen];
}
