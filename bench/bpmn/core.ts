// Measures the packages alone, without database and server: a file read, checked and compiled; a process from start to end.
import { availableParallelism, loadavg } from 'node:os';
import { type Command, type InstanceFacts, type ProcessModel, step } from '@keelson/bpmn-core';
import { readDeployment } from '@keelson/bpmn-xml';
import { type Figure, formatFigure, holds, numberText } from '../bars/bar.ts';
import { fileOf, processOf } from './file.ts';
import { measure } from './measure.ts';

const ELEMENTS = 50;
const FILE_BYTES = 100_000;
/** So many calls come before anything is measured: the machine code of the second tier is there by then. */
const WARM_UP = 40;
const READS = 60;
const ROUNDS = 20;
const INSTANCES = 2_000;

const FACTS: InstanceFacts = {
  id: '01900000-0000-7000-8000-000000000001',
  tenantIdentifier: 'default',
  processDefinitionId: 'bench:1',
  startedAt: 1_000,
  startUserId: 'ada',
  businessKey: null,
  name: null,
  startElementId: null,
  priority: null,
  dueAt: null,
};
const START: Command = { kind: 'start', at: 1_000, actor: 'ada', facts: FACTS, variables: { amount: 7 } };

function read(bytes: Uint8Array): ProcessModel {
  const { definitions, problems } = readDeployment([{ name: 'bench.bpmn', bytes }], { strictness: 'spec' });
  const model = definitions[0]?.model;
  if (model == null) throw new Error(`the file of the benchmark is refused: ${JSON.stringify(problems[0])}`);
  return model;
}

function startToEnd(model: ProcessModel): void {
  const result = step(model, null, START);
  if (result.outcome !== 'done' || result.state.tokens.length > 0) throw new Error('the process did not end');
}

const file = fileOf(FILE_BYTES);
const first = performance.now();
read(file);
const cold = performance.now() - first;
const model = read(processOf(ELEMENTS));
const reading = measure(READS, WARM_UP, () => read(file));
const running = measure(ROUNDS, ROUNDS, () => {
  for (let index = 0; index < INSTANCES; index++) startToEnd(model);
});

const figures: readonly Figure[] = [
  {
    bar: 'core',
    what: `${model.nodes.length} elements from start to end`,
    value: running.ms / INSTANCES,
    unit: 'ms',
    atMost: 1,
    reference: `${numberText((running.ms / INSTANCES) * 1_000)} µs, processor ${numberText((running.cpuMs / INSTANCES) * 1_000)} µs`,
  },
  {
    bar: 'xml',
    what: `${file.length} bytes parsed, checked and compiled`,
    value: reading.ms,
    unit: 'ms',
    atMost: 50,
    reference: `${read(file).nodes.length} elements; processor ${numberText(reading.cpuMs)} ms; first time in a new process ${numberText(cold)} ms`,
  },
];
console.log(`${availableParallelism()} cores, load ${numberText(loadavg()[0] ?? 0)}`);
for (const figure of figures) console.log(formatFigure(figure));
if (!figures.every(holds)) process.exitCode = 1;
