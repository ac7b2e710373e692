// Random models of every element that moves tokens against the naive reference interpreter: same traces, tasks, ends and variables.
//
// The full measure of 10,000 runs of each kind takes some minutes:
// `BPMN_REFERENCE_RUNS=10000 npx vitest run packages/bpmn-core/src/reference.properties.test.ts`, with `BPMN_REFERENCE_SEED` to repeat.
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { compareRuns, type Doing, type RefVariables } from './testing/reference/comparison.ts';
import type { Handling } from './testing/reference/people.ts';
import type { RefProcess } from './testing/reference/plan.ts';
import { blockProcesses, endingProcesses } from './testing/reference/random/blocks.ts';
import { graphProcesses } from './testing/reference/random/graphs.ts';

/** A model has so many more parts than other things drawn. */
const RUNS_A_PROPERTY = 3;
const { numRuns, seed } = inject('properties');
const RUNS = Number(process.env.BPMN_REFERENCE_RUNS ?? numRuns * RUNS_A_PROPERTY);
/** Unless it is given, a run of many draws other models each time. */
const SEED = Number(process.env.BPMN_REFERENCE_SEED ?? seed ?? Date.now() % 2 ** 31);
/** On a busy machine a run takes some 15 ms. */
const TIMEOUT_MS = 30_000 + RUNS * 60;

const variables: fc.Arbitrary<RefVariables> = fc.record({
  x: fc.integer({ min: 0, max: 2 }),
  y: fc.integer({ min: 0, max: 2 }),
});
const person = fc.constantFrom('ann', 'ben', 'cat');
const handling: fc.Arbitrary<Handling> = fc.oneof(
  fc.record({ kind: fc.constantFrom('claim', 'assign', 'delegate', 'delegate', 'offer', 'retract'), person }),
  fc.record({ kind: fc.constantFrom('unclaim', 'unassign', 'resolve', 'resolve') }),
  fc.record({ kind: fc.constant('rename'), person, to: fc.constantFrom('ann', 'ben', 'dan') }),
  fc.record({ kind: fc.constant('release'), person }),
);
const thrown = fc.record({
  kind: fc.constantFrom('error', 'escalation'),
  code: fc.constantFrom('p', 'q'),
});
const rarely = <T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const doing: fc.Arbitrary<Doing> = fc.record({
  thrown: rarely(11, thrown),
  handling: rarely(2, handling),
  signal: fc.constantFrom(null, null, null, null, null, null, 'p', 'q'),
  which: fc.nat(20),
  variables,
});
const doings = fc.array(doing, { minLength: 8, maxLength: 24, size: 'max' });

/** They are small, and a process that stays open is a plain defect. */
const ENDING_RUNS = numRuns * RUNS_A_PROPERTY;
/** One process has at most so many user tasks. */
const COMPLETIONS_MAX = 25;

/** How often each kind of end and word was seen, so that a generator that has dried up is noticed. */
function compareAll(processes: fc.Arbitrary<RefProcess>): ReadonlySet<string> {
  const seen = new Set<string>();
  fc.assert(
    fc.property(processes, variables, doings, (process, initial, done) => {
      const { ended, words } = compareRuns(process, initial, done);
      seen.add(ended);
      for (const word of words) seen.add(word.replace(/\d+/g, ''));
    }),
    { numRuns: RUNS, seed: SEED },
  );
  return seen;
}

/** Runs after which what is rare has been seen for certain. */
const MANY_RUNS = 5_000;
const ENDS = ['COMPLETED', 'ERROR', 'STUCK_TOKENS', 'OPEN', 'LIMIT'];
const RARE = ['TERMINATED', '!h'];
/** They tell what was undone by handlers, ended before its time, loops and gateways of all kinds, handlers, boundary events. */
const WORDS = ['-undo', '-sub', '-tx', '-h', '-b', '-g', '-i', '-p', '-x', '-ca', '-th', '!u', '!sub', '!tx', '!ca'];

function expected(...more: readonly string[]): readonly string[] {
  return [...ENDS, ...WORDS, ...more, ...(RUNS < MANY_RUNS ? [] : RARE)];
}

describe('the engine and the reference interpreter', () => {
  it('the engine and the reference interpreter agree on every step of block-structured processes', {
    timeout: TIMEOUT_MS,
  }, () => {
    const seen = compareAll(blockProcesses);
    expect(expected().filter((word) => !seen.has(word))).toEqual([]);
  });

  it('the engine and the reference interpreter agree on every step of processes of any shape', {
    timeout: TIMEOUT_MS,
  }, () => {
    const seen = compareAll(graphProcesses);
    expect(expected('NO_FLOW_SELECTED').filter((word) => !seen.has(word))).toEqual([]);
  });

  it('the engine and the reference interpreter come to the end of every process that neither repeats nor throws, in whatever order its tasks are completed', {
    timeout: TIMEOUT_MS,
  }, () => {
    const completions = fc.array(fc.record({ signal: fc.constant(null), which: fc.nat(), variables }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(endingProcesses, variables, completions, (process, initial, done) => {
        fc.pre(process.nodes.filter(({ type }) => type === 'userTask').length <= COMPLETIONS_MAX);
        const doings = Array.from({ length: COMPLETIONS_MAX }, (_, index) => done[index % done.length]!);
        const { ended } = compareRuns(process, initial, doings);
        fc.pre(ended !== 'LIMIT');
        expect(ended).toBe('COMPLETED');
      }),
      { numRuns: ENDING_RUNS, seed: SEED },
    );
  });
});
