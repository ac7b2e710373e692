// Whatever happens to a process full of events: every step keeps the invariants, and nothing hangs that nobody could wake.
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import type { Command } from './contract/commands/commands.ts';
import type { ProcessModel } from './model/process-model.ts';
import { step } from './step.ts';
import { TIMER_HOST } from './testing/occurrences.ts';
import { blocks, eventProcess } from './testing/random-events.ts';
import { after, type Run, started } from './testing/run.ts';

const COMMANDS_MAX = 20;
const HOST = {
  ...TIMER_HOST,
  foldName: (name: string) => name.toLowerCase(),
  limits: { ...TIMER_HOST.limits, burstSteps: 500, tokens: 200 },
};

interface Luck {
  readonly which: number;
  readonly how: number;
  readonly hand: boolean;
}

/** What the outside can do now, one command for each open task, wait and signal. */
function possible({ state }: Run, how: number): Command[] {
  const at = 2_000;
  const actor = null;
  const heard = new Set(state.waits.flatMap((wait) => (wait.kind === 'signal' ? [wait.name] : [])));
  return [
    ...state.tasks.map(
      (task): Command => ({
        kind: 'complete-task',
        at,
        actor,
        task: task.number,
        variables: { heat: how % 5 === 0 ? 'odd' : how % 3 === 0 },
      }),
    ),
    ...state.waits.flatMap(({ kind, number: wait }): Command[] => {
      if (kind === 'timer') return [{ kind: 'timer', at, actor, wait }];
      if (kind === 'message') return [{ kind: 'message', at, actor, wait, payload: { by: how } }];
      if (kind === 'work') return [{ kind: 'work', at, actor, wait, result: resultOf(how) }];
      if (kind === 'incident')
        return [{ kind: how % 2 === 0 ? 'retry-incident' : 'skip-incident', at, actor, wait, variables: {} }];
      if (kind === 'conditional')
        return [{ kind: 'set-variables', at, actor, variables: { heat: how % 5 === 0 ? how : how % 2 === 0 } }];
      return [];
    }),
    ...[...heard].map((name): Command => ({ kind: 'signal', at, actor, name, payload: { from: how } })),
  ];
}

/** What people and operators can do now; most of it leaves the tokens where they are. */
function byHand({ state }: Run, how: number): Command[] {
  const at = 2_000;
  const actor = 'op';
  const user = how % 2 === 0 ? 'ann' : 'Ben';
  const link = { type: how % 3 === 0 ? 'candidate' : 'watcher', holder: 'user', name: user } as const;
  const code = how % 2 === 0 ? 'p' : 'q';
  const failure = { code: 'CALL_FAILED', message: 'no' } as const;
  return [
    ...state.tasks.flatMap(({ number: task }): Command[] => [
      { kind: 'update-task', at, actor, task, changes: { priority: how, addedLinks: [link] } },
      { kind: 'update-task', at, actor, task, changes: { assignee: user, removedLinks: [link] } },
      { kind: 'claim-task', at, actor, task, assignee: user },
      { kind: 'delegate-task', at, actor, task, user },
      { kind: 'resolve-task', at, actor, task, variables: { heat: how % 3 === 0 } },
      { kind: 'throw-error', at, actor, task, code, message: null, variables: { how } },
    ]),
    ...state.tokens.flatMap(({ number: token }): Command[] => [
      { kind: 'throw-error', at, actor, token, code, message: 'by hand', variables: {} },
      { kind: 'throw-escalation', at, actor, token, code, variables: { how } },
    ]),
    ...state.waits.flatMap(({ number: wait }): Command[] => [
      { kind: 'redo-work', at, actor, wait },
      { kind: 'raise-incident', at, actor, wait, failure },
    ]),
    { kind: 'rename-user', at, actor, from: user.toUpperCase(), to: how % 3 === 0 ? 'ben' : 'ann' },
    { kind: 'release-tasks', at, actor, user },
    { kind: how % 4 === 0 ? 'suspend' : 'activate', at, actor },
  ];
}

function resultOf(how: number): Extract<Command, { kind: 'work' }>['result'] {
  const code = how % 2 === 0 ? 'p' : 'q';
  if (how % 4 === 1) return { outcome: 'error', errorCode: code, message: null, variables: { how } };
  if (how % 4 === 2) return { outcome: 'escalation', escalationCode: code, variables: { how } };
  return { outcome: 'done', value: how, writes: {} };
}

/** Answers the run after the command; null where the command fails, as it may. */
function next(model: ProcessModel, run: Run, command: Command): Run | null {
  const { outcome } = step(model, run.state, command, HOST);
  return outcome === 'done' ? after(model, run, command, HOST) : null;
}

function drive(model: ProcessModel, lucks: readonly Luck[]): Run | null {
  const result = step(model, null, startCommand(), HOST);
  if (result.outcome !== 'done') return null;
  let run = started(model, { host: HOST, limits: HOST.limits });
  for (const { which, how, hand } of lucks) {
    if (run.state.tokens.length === 0) break;
    const commands = hand ? byHand(run, how) : possible(run, how);
    if (commands.length === 0) continue;
    run = next(model, run, commands[which % commands.length]!) ?? run;
  }
  return run;
}

function startCommand(): Command {
  const facts = { id: 'i', tenantIdentifier: 't', processDefinitionId: 'd', startedAt: 0 };
  const none = { startUserId: null, businessKey: null, name: null, startElementId: null, priority: null, dueAt: null };
  return { kind: 'start', at: 0, actor: null, facts: { ...facts, ...none }, variables: {} };
}

/** Tokens for which nobody does anything: without task or wait, empty inside, and not waiting for a compensation that goes on. */
function hanging({ state }: Run): unknown[] {
  const { tokens, waits, tasks, scopes, root } = state;
  const served = new Set([...waits.map(({ token }) => token), ...tasks.map(({ token }) => token)]);
  const places = new Map(scopes.map(({ number, token }) => [number, token]));
  const holding = new Set(tokens.map(({ scope }) => places.get(scope)));
  const runs = [{ number: 0, runs: root.runs }, ...scopes].flatMap(({ number, runs }) =>
    runs.map((run) => ({ scope: number, run })),
  );
  const throwers = new Set(runs.map(({ run }) => run.thrower));
  const idle = runs.filter(
    ({ scope, run }) =>
      !tokens.some((each) => each.scope === scope && each.role === 'compensation' && each.index === run.number),
  );
  return [
    ...tokens.filter(({ number }) => !served.has(number) && !holding.has(number) && !throwers.has(number)),
    ...idle,
  ];
}

const lucky = fc.array(fc.record({ which: fc.nat(), how: fc.nat({ max: 23 }), hand: fc.boolean() }), {
  maxLength: COMMANDS_MAX,
});
const process = fc.record({
  parts: fc.array(blocks, { minLength: 1, maxLength: 3 }),
  handlers: fc.array(blocks, { maxLength: 2 }).map((given) => given.flatMap(({ handlers }) => handlers.slice(0, 1))),
});

it.each(['ROLLBACK', 'INCIDENT'] as const)(
  'every step of a process full of events keeps the invariants, and what is left can be woken or has ended (%s)',
  {
    timeout: 60_000,
  },
  (onFailure) => {
    fc.assert(
      fc.property(process, lucky, ({ parts, handlers }, lucks) => {
        const run = drive({ ...eventProcess(parts, handlers), onFailure }, lucks);
        if (run === null) return;
        const { tokens, waits, tasks, scopes } = run.state;
        if (tokens.length === 0) expect([waits, tasks, scopes]).toEqual([[], [], []]);
        else expect(hanging(run)).toEqual([]);
      }),
      inject('properties'),
    );
  },
);
