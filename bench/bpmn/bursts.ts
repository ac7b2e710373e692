// Prints what steps of the core take: `npx node bench/bpmn/bursts.ts`. The page wants 50 elements in under 1 ms.
import { encodeState, type InstanceFacts, type ProcessModel, type StepResult, step } from '@keelson/bpmn-core';
import { multiInstance } from '../../packages/bpmn-core/src/testing/loops.ts';
import {
  computed,
  constant,
  type FlowDraft,
  instanceFacts,
  processModel,
} from '../../packages/bpmn-core/src/testing/model-builder.ts';

type Nodes = Parameters<typeof processModel>[0]['nodes'];

/** Draws fifty elements from start to end: tasks, every gateway that splits and joins, a sub-process, a sequence of script tasks. */
function fiftyElements(): ProcessModel {
  const nodes: Record<string, Nodes[string]> = { start: 'startEvent' };
  const flows: FlowDraft[] = [];
  const yes = computed('x > 1', (context) => (context.variable('x') as number) > 1);
  let last = 'start';
  const add = (id: string, node: Nodes[string], from: string = last) => {
    nodes[id] = node;
    flows.push([from, id]);
    last = id;
  };
  for (const [index, kind] of (['parallelGateway', 'inclusiveGateway', 'exclusiveGateway'] as const).entries()) {
    add(`task${index}`, [
      'scriptTask',
      { script: { language: 'uel', expression: constant(index), resultVariable: 'r' } },
    ]);
    add(`split${index}`, kind === 'exclusiveGateway' ? [kind, { defaultTo: `b${index}` }] : kind);
    const split = last;
    for (const branch of ['a', 'b', 'c']) {
      nodes[`${branch}${index}`] = 'task';
      nodes[`${branch}${index}end`] = 'task';
      flows.push([split, `${branch}${index}`, branch === 'a' && kind !== 'parallelGateway' ? yes : null]);
      flows.push([`${branch}${index}`, `${branch}${index}end`]);
    }
    nodes[`join${index}`] = kind;
    for (const branch of ['a', 'b', 'c']) flows.push([`${branch}${index}end`, `join${index}`]);
    last = `join${index}`;
  }
  add('sub', 'subProcess');
  nodes.begin = ['startEvent', { in: 'sub' }];
  for (const [index, from] of ['begin', 'inner0', 'inner1', 'inner2'].entries()) {
    nodes[`inner${index}`] = ['task', { in: 'sub' }];
    flows.push([from, `inner${index}`]);
  }
  while (Object.keys(nodes).length < 49) add(`more${Object.keys(nodes).length}`, 'task');
  add('end', 'endEvent');
  return processModel({ nodes, flows });
}

const FACTS: InstanceFacts = instanceFacts();

function start(model: ProcessModel): Extract<StepResult, { outcome: 'done' }> {
  const command = { kind: 'start', at: 1_000, actor: 'ada', facts: FACTS, variables: { x: 2 } } as const;
  const result = step(model, null, command);
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  return result;
}

function median(rounds: number, run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now();
    run();
    return performance.now() - before;
  }).sort((left, right) => left - right);
  return times[Math.floor(rounds / 2)]!;
}

const fifty = fiftyElements();
const ended = start(fifty);
if (ended.state.tokens.length > 0) throw new Error('the process did not end');
const entered = ended.history.filter(([kind]) => kind === 'a').length;
median(500, () => start(fifty));
process.stdout.write(
  `${fifty.nodes.length} elements, ${entered} entered: ${median(2_000, () => start(fifty)).toFixed(3)} ms from start to end\n`,
);

const loop = multiInstance({ cardinality: constant(10_000) });
const many = processModel({ nodes: { start: 'startEvent', work: ['userTask', { loop }] }, flows: [['start', 'work']] });
const { state } = start(many);
const task = state.tasks[5_000]!.number;
const complete = () => step(many, state, { kind: 'complete-task', at: 2_000, actor: 'bob', task, variables: {} });
process.stdout.write(`10,000 parallel user tasks: ${median(9, () => start(many)).toFixed(1)} ms to start, `);
process.stdout.write(`${median(21, complete).toFixed(1)} ms to complete one, ${encodeState(state).length} bytes\n`);
