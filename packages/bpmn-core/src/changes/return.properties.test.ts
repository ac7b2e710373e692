// What holds for every way back in every process: nothing is lost, nothing is done twice, and the dry run says what happens.

import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { ProcessModel } from '../model/process-model.ts';
import { changed, planOf } from '../testing/changes.ts';
import { modelOfBlock, ON, scopedBlocks } from '../testing/random-scopes.ts';
import { after, type Run, started } from '../testing/run.ts';
import { returnTargets } from './return.ts';

const RUNS = inject('properties');
const TIMEOUT_MS = 120_000;
/** None of these processes needs so many completions without loops. */
const COMPLETIONS_MAX = 1_000;

const everyBlock = scopedBlocks(['sequence', 'parallel', 'inclusive', 'choice', 'subProcess', 'each'], true);
const straightBlock = scopedBlocks(['sequence', 'parallel', 'subProcess'], false);

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('complete', 'complete', 'complete', 'return', 'withdraw'),
    task: fc.nat(),
    target: fc.nat(),
    again: fc.boolean(),
    way: fc.nat(2),
  }),
  { minLength: 1, maxLength: 25 },
);

type Act = typeof acts extends fc.Arbitrary<(infer A)[]> ? A : never;

function act(model: ProcessModel, run: Run, { kind, task: which, target, again, way }: Act): Run {
  const { tasks } = run.state;
  const task = tasks[which % tasks.length]!;
  if (kind === 'complete') return completed(model, run, task.number, { again, way });
  if (kind === 'withdraw') return withdrawn(model, run, target);
  const targets = returnTargets(model, run.state, task.number);
  if (targets.length === 0) return run;
  const { elementId } = targets[target % targets.length]!;
  const back = changed(model, run, { kind: 'return', task: task.number, targetElementId: elementId });
  expect(back.run.state.tasks.map(({ node }) => model.nodes[node]!.id)).toContain(elementId);
  expect(back.run.state.tasks.map(({ number }) => number)).not.toContain(task.number);
  return back.run;
}

function completed(model: ProcessModel, run: Run, task: number, variables: { again: boolean; way: number }): Run {
  return after(model, run, { kind: 'complete-task', at: 2_000, actor: 'bob', task, variables });
}

function withdrawn(model: ProcessModel, run: Run, which: number): Run {
  const done = run.records.flatMap(({ events }) => events.flatMap((event) => (event[0] === 'd' ? [event[1]] : [])));
  if (done.length === 0) return run;
  const input = { kind: 'withdraw', task: done[which % done.length]! } as const;
  return planOf(model, run, input).legal ? changed(model, run, input).run : run;
}

describe('after any returns and withdrawals', () => {
  it('the process still completes when its tasks are completed', { timeout: TIMEOUT_MS }, () => {
    let returns = 0;
    fc.assert(
      fc.property(everyBlock, acts, (block, steps) => {
        const model = modelOfBlock(block);
        let run = started(model, { variables: ON });
        for (const step of steps) {
          if (run.state.tokens.length === 0) break;
          const before = run;
          run = act(model, run, step);
          if (step.kind !== 'complete' && run !== before) returns++;
        }
        for (let count = 0; run.state.tokens.length > 0; count++) {
          expect(run.state.waits).toEqual([]);
          expect(count).toBeLessThan(COMPLETIONS_MAX);
          run = completed(model, run, run.state.tasks[0]!.number, ON);
        }
        expect(run.state.returns).toEqual([]);
      }),
      RUNS,
    );
    expect(returns).toBeGreaterThan((RUNS.numRuns * 2) / 3);
  });

  it('every task that was completed on the way is done again exactly once, where nothing branches by data', {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(straightBlock, acts, (block, steps) => {
        const model = modelOfBlock(block);
        let run = started(model, { variables: ON });
        for (const step of steps) if (run.state.tokens.length > 0) run = act(model, run, step);
        while (run.state.tokens.length > 0) run = completed(model, run, run.state.tasks[0]!.number, ON);
        expect(undoneOnce(model, run)).toEqual(
          model.nodes.filter(({ type }) => type === 'userTask').map(({ id }) => id),
        );
      }),
      RUNS,
    );
  });
});

/** Ids of the user tasks, each as often as it was completed without being undone later: a way back undoes what it starts again. */
function undoneOnce(model: ProcessModel, run: Run): string[] {
  const last = new Map<number, number>();
  const nodes = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const { command, events } of run.records) {
    const isBack = command === 'return' || command === 'withdraw';
    for (const event of events) {
      if (event[0] === 't') nodes.set(event[1], last.get(event[2])!);
      if (event[0] === 'a') last.set(event[1], event[2]);
      if (event[0] === 'd') counts.set(nodes.get(event[1])!, (counts.get(nodes.get(event[1])!) ?? 0) + 1);
      if (event[0] === 'a' && isBack && model.nodes[event[2]]!.type === 'userTask') {
        for (const node of followers(model, event[2])) counts.delete(node);
      }
    }
  }
  return model.nodes.filter(({ index }) => counts.get(index) === 1).map(({ id }) => id);
}

/** Lists the user tasks that come of a token at this node: in its scope and, through the end of that, around it. */
function followers(model: ProcessModel, from: number): number[] {
  const seen = new Set<number>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const node = model.nodes[at]!;
    if (node.body >= 0) open.push(...model.scopes[node.body]!.nodes);
    open.push(...node.outgoing.map((flow) => model.flows[flow]!.target));
    // A sub-process completes again once it was opened anew.
    const around = model.scopes[node.scope]!.node;
    if (around >= 0) for (const flow of model.nodes[around]!.outgoing) open.push(model.flows[flow]!.target);
    if (around >= 0) {
      for (
        let up = model.scopes[model.nodes[around]!.scope]!.node;
        up >= 0;
        up = model.scopes[model.nodes[up]!.scope]!.node
      ) {
        for (const flow of model.nodes[up]!.outgoing) open.push(model.flows[flow]!.target);
      }
    }
  }
  return [...seen];
}
