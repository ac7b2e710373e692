// Whatever an operator does to an instance, the dry run says it before, everything keeps its place, and what is left can go on.

import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { ModifyInstruction } from '../contract/commands/change-commands.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { changed, planOf, refusal } from '../testing/changes.ts';
import { modelOfBlock, ON, scopedBlocks } from '../testing/random-scopes.ts';
import { after, type Run, started } from '../testing/run.ts';

const RUNS = inject('properties');
const COMPLETIONS_MAX = 2_000;

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('complete', 'modify', 'modify', 'jump'),
    types: fc.array(
      fc.constantFrom<ModifyInstruction['type']>('cancel', 'startBefore', 'startAfter', 'startTransition'),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    which: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
    task: fc.nat(),
  }),
  { minLength: 1, maxLength: 10 },
);
type Act = typeof acts extends fc.Arbitrary<(infer A)[]> ? A : never;

function act(model: ProcessModel, run: Run, { kind, types, which, task }: Act): Run {
  const { tasks } = run.state;
  const number = tasks[task % tasks.length]?.number;
  if (kind === 'complete') return number === undefined ? run : completed(model, run, number);
  const instructions = types.map((type, index) => instruction(model, run, type, which[index]!, which[index + 3]!));
  const targetElementIds = instructions.map(({ elementId }) => elementId!);
  if (kind === 'jump' && number === undefined) return run;
  const input =
    kind === 'jump'
      ? ({ kind: 'jump', task: number!, targetElementIds } as const)
      : ({ kind: 'modify', instructions } as const);
  if (planOf(model, run, input).legal) return changed(model, run, input).run;
  expect(refusal(model, run, input).length).toBeGreaterThan(1);
  return run;
}

function instruction(
  model: ProcessModel,
  { state }: Run,
  type: ModifyInstruction['type'],
  which: number,
  place: number,
): ModifyInstruction & { elementId: string } {
  const elements = type === 'startTransition' ? model.flows : model.nodes;
  const elementId = elements[which % elements.length]!.id;
  if (type === 'cancel') {
    const token = state.tokens[which % state.tokens.length]!;
    const { id } = model.nodes[token.node]!;
    return place % 2 === 0 ? { type, elementId: id } : { type, elementId: id, token: token.number };
  }
  const inside = [0, ...state.scopes.map(({ token }) => token)];
  return place % 2 === 0 ? { type, elementId } : { type, elementId, scopeToken: inside[place % inside.length]! };
}

function completed(model: ProcessModel, run: Run, task: number): Run {
  return after(model, run, { kind: 'complete-task', at: 2_000, actor: 'bob', task, variables: ON });
}

describe('after any modifications and jumps', () => {
  it('every task can be completed, and what is then stuck can be cancelled', { timeout: 60_000 }, () => {
    const blocks = scopedBlocks(['sequence', 'parallel', 'inclusive', 'choice', 'subProcess', 'each'], true);
    let legal = 0;
    fc.assert(
      fc.property(blocks, acts, (block, steps) => {
        const model = modelOfBlock(block);
        let run = started(model, { variables: ON });
        for (const step of steps) {
          if (run.state.tokens.length === 0) break;
          const before = run;
          run = act(model, run, step);
          if (step.kind !== 'complete' && run !== before) legal++;
        }
        for (let count = 0; run.state.tasks.length > 0; count++) {
          expect(count).toBeLessThan(COMPLETIONS_MAX);
          run = completed(model, run, run.state.tasks[0]!.number);
        }
        if (run.state.tokens.length === 0) return;
        expect(run.state.waits.map((wait) => wait.kind === 'incident' && wait.failure.code)).toEqual(['STUCK_TOKENS']);
        expect(after(model, run, { kind: 'cancel', at: 3_000, actor: 'op' }).state.tokens).toEqual([]);
      }),
      RUNS,
    );
    expect(legal).toBeGreaterThan((RUNS.numRuns * 2) / 3);
  });
});
