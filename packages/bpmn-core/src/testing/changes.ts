// Runs changes of persons and operators in tests: first dry, then for real, and holds both against each other.
import type { Command } from '../contract/commands/commands.ts';
import { BARE_HOST, type Host } from '../contract/host.ts';
import type { ChangePlan } from '../contract/plan.ts';
import type { RefusalCode } from '../contract/result.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import { after, deepFreeze, type Run } from './run.ts';

type Change = Extract<Command, { readonly dryRun?: boolean }>;
type WithoutFrame<C> = C extends Change ? Omit<C, 'at' | 'actor' | 'dryRun'> : never;
export type ChangeInput = WithoutFrame<Change>;

export interface Changed {
  readonly run: Run;
  readonly plan: ChangePlan;
}

/** Makes a change and expects that it is possible, and that the plan of the dry run is what the real one does. */
export function changed(model: ProcessModel, run: Run, input: ChangeInput, actor = 'bob', host = BARE_HOST): Changed {
  const plan = planOf(model, run, input, actor, host);
  if (!plan.legal) throw new Error(`${input.kind} is not possible: ${plan.reasons.join('; ')}`);
  const after_ = after(model, run, commandOf(input, actor, false), host);
  const again = step(model, run.state, commandOf(input, actor, false), host);
  if (again.outcome !== 'done' || JSON.stringify(again.plan) !== JSON.stringify(plan)) {
    throw new Error(`The dry run planned ${JSON.stringify(plan)}, the real one answered ${JSON.stringify(again)}`);
  }
  checkHistory(plan, after_);
  return { run: after_, plan };
}

/** Answers the plan of a dry run, which must not change anything. */
export function planOf(
  model: ProcessModel,
  run: Run,
  input: ChangeInput,
  actor = 'bob',
  host: Host = BARE_HOST,
): ChangePlan {
  const result = step(deepFreeze(model), deepFreeze(run.state), commandOf(input, actor, true), host);
  if (result.outcome !== 'done' || result.plan === undefined) throw new Error(`No plan: ${JSON.stringify(result)}`);
  if (result.state !== run.state || result.history.length > 0 || result.effects.length > 0) {
    throw new Error('The dry run changed something');
  }
  return result.plan;
}

/** Answers code and reasons of a change that must be refused, dry and for real alike. */
export function refusal(
  model: ProcessModel,
  run: Run,
  input: ChangeInput,
  actor = 'bob',
): readonly [RefusalCode, ...string[]] {
  const result = step(deepFreeze(model), deepFreeze(run.state), commandOf(input, actor, false), BARE_HOST);
  if (result.outcome !== 'refused') throw new Error(`It was not refused: ${JSON.stringify(result)}`);
  const dry = step(model, run.state, commandOf(input, actor, true), BARE_HOST);
  const reasons = result.reasons ?? [];
  if (dry.outcome === 'done' && (dry.plan!.legal || dry.plan!.reasons.join() !== reasons.join())) {
    throw new Error(`The dry run says ${JSON.stringify(dry.plan)}`);
  }
  return [result.code, ...reasons];
}

export function commandOf(input: ChangeInput, actor: string, dryRun: boolean): Command {
  return { ...input, at: 3_000, actor, dryRun } as Command;
}

/**
 * Checks the history of a change: the tokens that the plan ends end first and in its order, inner ones before outer; what it puts back is
 * put back.
 */
function checkHistory(plan: ChangePlan, { records }: Run): void {
  const tokenOf = new Map<number, number>();
  for (const { events } of records) for (const event of events) if (event[0] === 'a') tokenOf.set(event[1], event[3]);
  const { events } = records.at(-1)!;
  const ended = events.flatMap((event) =>
    event[0] === 'k' ? [tokenOf.get(event[1])!] : event[0] === 'z' ? [event[1]] : [],
  );
  const wanted = new Set(plan.cancels.map(({ token }) => token));
  const early = new Set(ended.slice(0, wanted.size));
  if (wanted.size !== early.size || [...wanted].some((token) => !early.has(token))) {
    throw new Error(`Ended ${[...early]}, planned ${[...wanted]}`);
  }
  const back = events.flatMap((event) => (event[0] === 'P' ? [event[1]] : []));
  const planned = plan.restores.flatMap(({ token, flowId }) => (flowId === null ? [] : [token]));
  if (back.join() !== planned.join()) throw new Error(`Put back ${back}, planned ${planned}`);
}

/** Answers the number of the open task at this element. */
export function taskAt(model: ProcessModel, { state }: Run, elementId: string): number {
  const task = state.tasks.find(({ node }) => model.nodes[node]!.id === elementId);
  if (task === undefined) throw new Error(`No task is open at ${elementId}`);
  return task.number;
}

/** Lists the element ids of the open tasks, with their assignees. */
export function openTasks(model: ProcessModel, { state }: Run): string[] {
  return state.tasks.map(({ node, assignee }) => `${model.nodes[node]!.id}${assignee === null ? '' : `:${assignee}`}`);
}
