// An instance that is migrated in the middle goes on, and back, as one that is not.

import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { InstanceState } from '../contract/instance-state.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import { modelOfBlock, ON, scopedBlocks, shiftedModelOfBlock } from '../testing/random-scopes.ts';
import { started } from '../testing/run.ts';
import { returnTargets } from './return.ts';

const STEPS_MAX = 1_000;
const RUNS = inject('properties');
/** Most pairs are refused early: 100 in the short run, 1,000 in the long one. */
const PAIRS = { ...RUNS, numRuns: Math.ceil((RUNS.numRuns * 10) / 3) };

const acts = fc.array(
  fc.record({ isReturn: fc.boolean(), task: fc.nat(), target: fc.nat(), way: fc.nat(2), again: fc.boolean() }),
  { minLength: 1, maxLength: 15 },
);
type Act = typeof acts extends fc.Arbitrary<(infer A)[]> ? A : never;

function act(model: ProcessModel, state: InstanceState, { isReturn, task, target, way, again }: Act): InstanceState {
  const { number } = state.tasks[task % state.tasks.length]!;
  const targets = isReturn ? returnTargets(model, state, number) : [];
  const frame = { at: 2_000, actor: 'bob', task: number };
  const targetElementId = targets[target % targets.length]?.elementId;
  const result =
    targetElementId === undefined
      ? step(model, state, { kind: 'complete-task', ...frame, variables: { way, again } })
      : step(model, state, { kind: 'return', ...frame, targetElementId });
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  return result.state;
}

/** Speaks in ids of the model, whatever its indexes are. */
function told(model: ProcessModel, { tokens, tasks, returns }: InstanceState): unknown {
  const idOf = ({ node }: { readonly node: number }) => model.nodes[node]!.id;
  // Which of two tokens that are held in different scopes was sent first decides nothing.
  const byScope = tokens.toSorted((left, right) => left.scope - right.scope);
  return {
    tokens: byScope.map((token) => [token.number, idOf(token), token.scope, token.origin]),
    tasks: tasks.map((task) => [task.number, idOf(task)]),
    points: returns.map(({ scope, points }) => [scope, points.map((point) => [point.number, idOf(point)])]),
  };
}

describe('an instance that is migrated to a model of equal ids', () => {
  it('is where it was, and does what the other does from then on', { timeout: 60_000 }, () => {
    const blocks = scopedBlocks(['sequence', 'parallel', 'inclusive', 'choice', 'subProcess', 'each'], true);
    fc.assert(
      fc.property(blocks, acts, fc.nat(14), (block, steps, when) => {
        const source = modelOfBlock(block);
        const target = shiftedModelOfBlock(block);
        let before = started(source, { variables: ON }).state;
        for (const each of steps.slice(0, when)) if (before.tokens.length > 0) before = act(source, before, each);
        fc.pre(before.tokens.length > 0);
        const command = { kind: 'migrate', at: 1_500, actor: 'op', mapping: [], autoMap: true } as const;
        const moved = step(source, before, { ...command, target: { processDefinitionId: 'p:2:x', model: target } });
        if (moved.outcome !== 'done') throw new Error(JSON.stringify(moved));
        let { state } = moved;
        expect(moved.plan).toMatchObject({ legal: true, warnings: [] });
        expect(told(target, state)).toEqual(told(source, before));
        const rest = [...steps.slice(when), ...Array.from({ length: STEPS_MAX }, () => finish)];
        for (const each of rest) {
          if (before.tokens.length === 0) break;
          before = act(source, before, each);
          state = act(target, state, each);
          expect(told(target, state)).toEqual(told(source, before));
        }
        expect(state.tokens).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('of two models that have nothing to do with each other', () => {
  it('the dry run says what the migration does, or each reason why not, and what goes on comes to rest', {
    timeout: 60_000,
  }, () => {
    const blocks = scopedBlocks(['sequence', 'parallel', 'inclusive', 'choice', 'subProcess', 'each'], true);
    let legal = 0;
    fc.assert(
      fc.property(blocks, blocks, acts, fc.nat(6), (from, to, steps, when) => {
        const source = modelOfBlock(from);
        const target = modelOfBlock(to);
        let before = started(source, { variables: ON }).state;
        for (const each of steps.slice(0, when)) if (before.tokens.length > 0) before = act(source, before, each);
        fc.pre(before.tokens.length > 0);
        const command = { kind: 'migrate', at: 1_500, actor: 'op', mapping: [], autoMap: true } as const;
        const way = { ...command, target: { processDefinitionId: 'p:2:x', model: target } };
        const dry = step(source, before, { ...way, dryRun: true });
        const real = step(source, before, way);
        if (dry.outcome !== 'done') throw new Error(JSON.stringify(dry));
        expect(dry).toMatchObject({ history: [], effects: [] });
        expect(dry.state).toBe(before);
        if (real.outcome === 'refused') {
          expect(dry.plan).toMatchObject({ legal: false, reasons: real.reasons });
          return;
        }
        if (real.outcome !== 'done') throw new Error(JSON.stringify(real));
        legal++;
        expect(real.plan).toEqual(dry.plan);
        expect(dry.plan).toMatchObject({ legal: true, reasons: [] });
        let { state } = real;
        expect(state.tasks.map(({ number }) => number)).toEqual(before.tasks.map(({ number }) => number));
        for (let count = 0; state.tasks.length > 0; count++) {
          expect(count).toBeLessThan(STEPS_MAX);
          state = act(target, state, finish);
        }
      }),
      PAIRS,
    );
    expect(legal).toBeGreaterThan(PAIRS.numRuns / 10);
  });
});

const finish: Act = { isReturn: false, task: 0, target: 0, ...ON };
