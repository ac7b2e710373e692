// Conditional events fire when their condition becomes true, in the burst that makes it so.
import { attempt } from '../catching/attempt.ts';
import { occurAll } from '../catching/occurrence.ts';
import type { ConditionalWait, Wait } from '../contract/instance-state.ts';
import { evaluateConditionIn } from '../data/evaluation.ts';
import { NO_PAYLOAD } from '../data/payload.ts';
import type { Burst, ConditionNews } from '../instance/burst.ts';
import { StepFailure } from '../instance/step-failure.ts';
import { changeWait, hasIncident, openAgain, ownerOf } from '../instance/waits.ts';
import type { ConditionalTrigger } from '../model/event-model.ts';
import { lookAtInputs } from './data-waits.ts';

type WaitForCondition = Wait & ConditionalWait;

/** Evaluates the armed conditions that the changes concern; those that have become true occur. */
export function evaluateConditions(burst: Burst): void {
  const news = takeNews(burst);
  const risen: Wait[] = [];
  for (const wait of [...burst.waits.values()]) {
    if (wait.kind === 'conditional' && concerns(burst, wait, news)) lookAt(burst, wait, risen);
  }
  if (risen.length > 0) occurAll(burst, risen, NO_PAYLOAD);
  for (const wait of [...burst.waits.values()]) {
    if (wait.kind === 'data' && openAgain(burst, wait) !== undefined) lookAtInputs(burst, wait);
  }
}

function takeNews(burst: Burst): ConditionNews {
  const { all, armed, changes } = burst.conditionNews;
  const news = { all, armed: new Set(armed), changes: new Set(changes) };
  burst.conditionsDue = false;
  burst.conditionNews.all = false;
  armed.clear();
  changes.clear();
  return news;
}

function triggerOf({ model }: Burst, wait: Wait): ConditionalTrigger {
  return model.nodes[wait.node]!.event!.triggers[wait.trigger] as ConditionalTrigger;
}

/**
 * Whether the changes concern a condition: one that names a variable, or kinds of changes, is evaluated when it is armed and after these
 * alone.
 */
function concerns(burst: Burst, wait: WaitForCondition, { all, armed, changes }: ConditionNews): boolean {
  if (all || armed.has(wait.number)) return true;
  const { variableName, variableEvents } = triggerOf(burst, wait);
  if (variableName === null && variableEvents.length === 0) return changes.size > 0;
  for (const change of changes) {
    const space = change.indexOf(' ');
    const isEvent =
      variableEvents.length === 0 || (variableEvents as readonly string[]).includes(change.slice(0, space));
    if (isEvent && (variableName === null || variableName === change.slice(space + 1))) return true;
  }
  return false;
}

/**
 * Evaluates a condition. A failure is an incident of its event where a token can bear it; until that is resolved it is not evaluated
 * again.
 */
function lookAt(burst: Burst, wait: WaitForCondition, risen: Wait[]): void {
  const { scope, token } = ownerOf(burst, wait);
  const bearer = token ?? scope.token;
  const look = () => {
    const held = isTrue(burst, wait);
    if (held === wait.held) return;
    const seen = { ...wait, held };
    changeWait(burst, wait, seen);
    if (held) risen.push(seen);
  };
  if (bearer === null) {
    look();
    return;
  }
  if (!hasIncident(bearer, wait.node)) attempt(burst, bearer, look, { stage: 'condition', node: wait.node });
}

/** Evaluates a condition; an unknown variable makes it false. */
function isTrue(burst: Burst, wait: WaitForCondition): boolean {
  const { scope, token } = ownerOf(burst, wait);
  try {
    const node = burst.model.nodes[wait.node]!;
    return evaluateConditionIn(burst, triggerOf(burst, wait).condition, token?.inner ?? scope, node);
  } catch (error) {
    if (error instanceof StepFailure && error.missing) return false;
    throw error;
  }
}
