// Measures the difference of two models of 2,000 elements, beside what reading both takes by itself.
import { availableParallelism, loadavg } from 'node:os';
import { compareModels, parseXml, readDeployment, readDocument } from '@keelson/bpmn-xml';
import { type Figure, formatFigure, holds, numberText } from '../bars/bar.ts';
import { fileOf } from './file.ts';
import { measure } from './measure.ts';

const ELEMENTS = 2_000;
/** The first file of this size has as many elements that a person sees: nodes and flows, each drawn. */
const FILE_BYTES = 480_000;
/** Of so many elements each has another name in the second model. */
const CHANGED_EVERY = 10;
const WARM_UP = 10;
const ROUNDS = 30;

const before = fileOf(FILE_BYTES);
let count = 0;
const after = new TextEncoder().encode(
  new TextDecoder()
    .decode(before)
    .replaceAll(/name="/g, (name) => (count++ % CHANGED_EVERY === 0 ? `${name}New ` : name)),
);

function difference() {
  const result = compareModels(before, after);
  if (!('difference' in result)) throw new Error('a file of the benchmark cannot be read');
  return result.difference;
}

function read(bytes: Uint8Array): number {
  const { tree } = parseXml(bytes);
  if (tree === undefined) throw new Error('a file of the benchmark cannot be read');
  return readDocument(tree, '').elements.length;
}

const { changed } = difference();
if (changed.length !== Math.ceil(count / CHANGED_EVERY)) throw new Error(`${changed.length} changes of ${count} names`);
const { elementCounts } = readDeployment([{ name: 'bench.bpmn', bytes: before }], { strictness: 'lenient' });
const elements = elementCounts.get('bench.bpmn') ?? 0;
if (elements < ELEMENTS) throw new Error(`the file of the benchmark has ${elements} elements`);
const comparing = measure(ROUNDS, WARM_UP, difference);
const reading = measure(ROUNDS, WARM_UP, () => {
  read(before);
  read(after);
});

const figure: Figure = {
  bar: 'bpmn-admin 6',
  what: `difference of two models of ${elements} elements and ${before.length} bytes, ${changed.length} changed`,
  value: comparing.ms,
  unit: 'ms',
  atMost: 200,
  reference: `reading both ${numberText(reading.ms)} ms, ratio ${numberText(comparing.ms / reading.ms)}; processor ${numberText(comparing.cpuMs)} ms`,
};
console.log(`${availableParallelism()} cores, load ${numberText(loadavg()[0] ?? 0)}`);
console.log(formatFigure(figure));
if (!holds(figure)) process.exitCode = 1;
