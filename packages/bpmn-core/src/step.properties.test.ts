// What holds for every process and every order of commands, on random models against a naive reference interpreter.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHistory, encodeHistory, type HistoryRecord } from './codec/history-codec.ts';
import { decodeState, encodeState } from './codec/state-codec.ts';
import type { Command } from './contract/commands.ts';
import { BARE_HOST } from './contract/host.ts';
import type { InstanceState } from './contract/instance-state.ts';
import type { ProcessModel } from './model/process-model.ts';
import { replay } from './reading/replay.ts';
import { step } from './step.ts';
import { instanceFacts } from './testing/model-builder.ts';
import { type Block, modelOfProcess, processOfBlock } from './testing/random-process.ts';
import {
  type PlainFlow,
  type PlainNode,
  type PlainOutcome,
  type PlainProcess,
  type PlainVariables,
  referenceComplete,
  referenceStart,
} from './testing/reference-interpreter.ts';
import { deepFreeze, places, trace } from './testing/run.ts';

/** Half of the 10,000 random models that the page asks for are block-structured, half are free. */
const MODELS = { numRuns: 5_000 };
/** Some seconds where nothing else runs. */
const TIMEOUT_MS = 120_000;
const LIMITS = { burstSteps: 400, tokens: 30, loopInstances: 10 };
const HOST = { ...BARE_HOST, limits: LIMITS, keepsIncidents: false };
const PLAIN_LIMITS = { arrivals: LIMITS.burstSteps, tokens: LIMITS.tokens };
/** Completions after which a looping process is left alone. */
const COMPLETIONS_MAX = 25;

const variableName = fc.constantFrom('x', 'y');
const condition = fc.record({ variable: variableName, equals: fc.integer({ min: 0, max: 2 }) });
const variables: fc.Arbitrary<PlainVariables> = fc.record({
  x: fc.integer({ min: 0, max: 2 }),
  y: fc.integer({ min: 0, max: 2 }),
});

function blocks(withLoops: boolean): fc.Arbitrary<Block> {
  return fc.letrec<{ block: Block; leaf: Block }>((tie) => ({
    leaf: fc.constantFrom<Block>({ kind: 'task' }, { kind: 'userTask' }),
    block: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      tie('leaf'),
      fc.record({
        kind: fc.constant('sequence' as const),
        parts: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('parallel' as const),
        parts: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('choice' as const),
        parts: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
        variable: variableName,
      }),
      ...(withLoops ? [fc.record({ kind: fc.constant('loop' as const), body: tie('block'), again: condition })] : []),
    ),
  })).block;
}

/** Any graph at all: cycles, joins that cannot fire, quantities, several flows between two nodes. */
const freeProcess: fc.Arbitrary<PlainProcess> = fc
  .record({
    types: fc.array(
      fc.constantFrom<PlainNode['type']>('endEvent', 'task', 'task', 'userTask', 'exclusiveGateway', 'parallelGateway'),
      { minLength: 1, maxLength: 8 },
    ),
    quantities: fc.array(fc.constantFrom(1, 1, 1, 2, 3), { minLength: 18, maxLength: 18 }),
    edges: fc.array(fc.tuple(fc.nat(8), fc.nat(8), fc.option(condition), fc.nat(3)), { minLength: 1, maxLength: 14 }),
    implicit: fc.boolean(),
  })
  .map(({ types, quantities, edges, implicit }) => {
    const nodes = [...(implicit ? [] : ['startEvent' as const]), ...types].map((type, index) => ({
      id: `n${index}`,
      type,
      startQuantity: quantities[index]!,
      completionQuantity: quantities[index + 9]!,
    }));
    const flows: PlainFlow[] = [];
    for (const [from, to, when, luck] of edges) {
      const source = nodes[from % nodes.length]!;
      const target = nodes[to % nodes.length]!;
      if (source.type === 'endEvent' || target.type === 'startEvent') continue;
      const repeats = flows.filter((flow) => flow.source === source.id && flow.target === target.id).length;
      const id = `${source.id}-${target.id}${repeats === 0 ? '' : `#${repeats + 1}`}`;
      const hasDefault = flows.some((flow) => flow.source === source.id && flow.isDefault);
      const isDefault = luck === 0 && !hasDefault && (source.type === 'exclusiveGateway' || source.type === 'task');
      flows.push({ id, source: source.id, target: target.id, when: isDefault ? null : when, isDefault });
    }
    return { nodes, flows };
  })
  .filter(({ nodes, flows }) => nodes.some((node) => !flows.some((flow) => flow.target === node.id)));

/** Blocks with quantities and a few flows too many: joins that get surplus tokens, branches that run twice. */
const disturbedProcess: fc.Arbitrary<PlainProcess> = fc
  .record({
    block: blocks(true),
    quantities: fc.array(fc.constantFrom(1, 1, 1, 1, 2), { minLength: 6, maxLength: 6 }),
    extra: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 }),
  })
  .map(({ block, quantities, extra }) => {
    const process = processOfBlock(block);
    const nodes = process.nodes.map((node, index) => ({
      ...node,
      startQuantity: quantities[index % quantities.length]!,
      completionQuantity: quantities[(index + 3) % quantities.length]!,
    }));
    const flows = [...process.flows];
    for (const [from, to] of extra) {
      const source = nodes[from % nodes.length]!.id;
      const target = nodes[to % nodes.length]!.id;
      const isTaken = flows.some((flow) => flow.source === source && flow.target === target);
      if (isTaken || source.startsWith('endEvent') || target.startsWith('startEvent')) continue;
      flows.push({ id: `${source}-${target}`, source, target, when: null, isDefault: false });
    }
    return { nodes, flows };
  });

const choices = fc.array(fc.record({ task: fc.nat(), variables }), { minLength: 1, maxLength: 6 });

const byNumber = (left: number, right: number) => left - right;

interface Live {
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly records: readonly HistoryRecord[];
}

/** Runs one command twice, the second time from the state's bytes, and checks all that holds for every step. */
function checkedStep(model: ProcessModel, live: Live | null, command: Command): Live | string {
  const state = live === null ? null : live.state;
  const result = step(deepFreeze(model), deepFreeze(state), deepFreeze(command), HOST);
  const again = step(model, state === null ? null : decodeState(encodeState(state)), command, HOST);
  if (result.outcome !== 'done' || again.outcome !== 'done') {
    expect(again).toEqual(result);
    return result.outcome === 'failed' ? result.failure.code : result.outcome;
  }
  const record = { at: command.at, actor: command.actor, command: command.kind, events: result.history };
  expect(encodeState(again.state)).toEqual(encodeState(result.state));
  expect(encodeHistory({ ...record, events: again.history })).toBe(encodeHistory(record));
  const records = [...(live?.records ?? []), decodeHistory(encodeHistory(record))];
  expectNoTokenLost(model, state, result.state, record);
  expectReplayEqualsLive(model, result.state, records);
  return { model, state: result.state, records };
}

/** Each flow adds a token, each completion takes one, joins and start quantities take those that they say. */
function expectNoTokenLost(
  model: ProcessModel,
  before: InstanceState | null,
  after: InstanceState,
  record: HistoryRecord,
): void {
  const beginnings = model.implicitStart ? model.startNodes.length : 1;
  let tokens = before === null ? beginnings : before.tokens.length;
  for (const event of record.events) {
    if (event[0] === 'f') tokens++;
    else if (event[0] === 'c') tokens--;
    else if (event[0] === 'a') {
      const node = model.nodes[event[2]]!;
      if (node.type === 'parallelGateway' && node.incoming.length > 1) tokens -= node.incoming.length - 1;
      else if (node.type === 'task' || node.type === 'userTask') tokens -= node.activity!.startQuantity - 1;
    }
  }
  expect(after.tokens).toHaveLength(tokens);
  expect(new Set(after.tokens.map((token) => token.number)).size).toBe(tokens);
  const inTasks = after.tokens.filter((token) => token.activity !== 0).map((token) => token.number);
  expect(after.tasks.map((task) => task.token).sort((a, b) => a - b)).toEqual(inTasks);
  expect(tokens === 0).toBe(record.events.at(-1)![0] === 'e');
}

function expectReplayEqualsLive(model: ProcessModel, state: InstanceState, records: readonly HistoryRecord[]): void {
  const replayed = replay(model, records);
  const inside = state.tokens.filter((token) => token.activity !== 0);
  expect(replayed.activities.map((activity) => activity.token).sort(byNumber)).toEqual(
    inside.map(({ number }) => number),
  );
  expect(replayed.variables).toEqual(state.variables);
  expect(replayed.endElementIds).toEqual(state.endElementIds);
  expect(replayed.endState).toBe(state.tokens.length === 0 ? 'COMPLETED' : null);
  expect(replayed.tasks.map((task) => task.number)).toEqual(state.tasks.map((task) => task.number));
}

/** Engine and reference agree on every word, or on why not; answers both to go on with, null when the run is over. */
function expectSame(live: Live | string, plain: PlainOutcome): readonly [Live, Exclude<PlainOutcome, string>] | null {
  if (typeof live === 'string' || typeof plain === 'string') {
    expect(live === 'BURST_LIMIT' || live === 'LIMIT_EXCEEDED' ? 'LIMIT' : live).toBe(plain);
    return null;
  }
  const words = trace(live.model, { state: live.state, records: live.records, effects: [] });
  expect(words.filter((word) => !word.includes('='))).toEqual(plain.words);
  expect(places(live.model, live.state).sort()).toEqual(plain.tokens.map((token) => token.node).sort());
  return live.state.tokens.length === 0 ? null : [live, plain];
}

function runBoth(
  process: PlainProcess,
  initial: PlainVariables,
  answers: readonly { task: number; variables: PlainVariables }[],
): Live | string {
  const model = modelOfProcess(process);
  const started = checkedStep(model, null, {
    kind: 'start',
    at: 1_000,
    actor: 'ada',
    facts: instanceFacts(),
    variables: initial,
  });
  let last = started;
  let both = expectSame(started, referenceStart(process, initial, PLAIN_LIMITS));
  for (let count = 0; both !== null && count < COMPLETIONS_MAX; count++) {
    const [live, plain] = both;
    const answer = answers[count % answers.length]!;
    const index = answer.task % live.state.tasks.length;
    const task = live.state.tasks[index]!.number;
    const at = 2_000 + count;
    last = checkedStep(model, live, { kind: 'complete-task', at, actor: 'bob', task, variables: answer.variables });
    both = expectSame(last, referenceComplete(process, plain, index, answer.variables, PLAIN_LIMITS));
  }
  return last;
}

describe('every run', () => {
  it('of a block-structured process does what the reference does, loses no token and replays to the live state', {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(blocks(true), variables, choices, (block, initial, answers) => {
        runBoth(processOfBlock(block), initial, answers);
      }),
      MODELS,
    );
  });

  it('of any graph does what the reference does, or fails as it does', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(fc.oneof(freeProcess, disturbedProcess), variables, choices, (process, initial, answers) => {
        runBoth(process, initial, answers);
      }),
      MODELS,
    );
  });

  it('of a block-structured process without loops ends when its tasks are completed, in any order', {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(blocks(false), variables, choices, (block, initial, answers) => {
        const process = processOfBlock(block);
        const userTasks = process.nodes.filter((node) => node.type === 'userTask').length;
        fc.pre(userTasks <= COMPLETIONS_MAX && process.nodes.length <= LIMITS.burstSteps);
        const last = runBoth(process, initial, answers);
        fc.pre(last !== 'LIMIT_EXCEEDED');
        expect(typeof last === 'string' ? last : last.state.tokens).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
