// Measures a diagram of 500 nodes of which 200 are marked: how long it takes to open from a click, and the frames while it is moved.
import type { Page } from 'playwright-core';
import { until } from '../../tests/support/until.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call } from '../bars/calls.ts';
import { median, percentile } from '../bars/statistics.ts';
import { atRest, type ConsoleBench, framesAtRest, openConsole, openContext, openPage } from './browser.ts';

const NODES = 500;
const MARKED = 200;
/** Behind so many nodes the process waits, so that those before it are marked as taken. */
const DONE = 210;
const IN_A_ROW = 25;
const STEP = { x: 160, y: 130 } as const;
const SIZE = { width: 100, height: 80 } as const;
const MOVES = 60;

const placeOf = (number: number) => ({ x: (number % IN_A_ROW) * STEP.x, y: Math.floor(number / IN_A_ROW) * STEP.y });

/** Draws a chain of manual tasks with one user task among them, row below row. */
function model(): string {
  const numbers = Array.from({ length: NODES }, (_, number) => number);
  const kindOf = (number: number): string =>
    number === 0 ? 'startEvent' : number === NODES - 1 ? 'endEvent' : number === DONE ? 'userTask' : 'manualTask';
  const nodes = numbers.map((number) => `<${kindOf(number)} id="n${number}" name="Step ${number}"/>`);
  const flows = numbers
    .slice(1)
    .map((number) => `<sequenceFlow id="f${number}" sourceRef="n${number - 1}" targetRef="n${number}"/>`);
  const shapes = numbers.map((number) => {
    const { x, y } = placeOf(number);
    const isEvent = number === 0 || number === NODES - 1;
    const [width, height, down] = isEvent ? [36, 36, 22] : [SIZE.width, SIZE.height, 0];
    return `<bpmndi:BPMNShape id="s${number}" bpmnElement="n${number}"><dc:Bounds x="${x}" y="${y + down}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`;
  });
  const edges = numbers.slice(1).map((number) => {
    const [from, to] = [placeOf(number - 1), placeOf(number)];
    const fromX = from.x + (number === 1 ? 36 : SIZE.width);
    const points = [
      [fromX, from.y + SIZE.height / 2],
      [to.x, to.y + SIZE.height / 2],
    ];
    return `<bpmndi:BPMNEdge id="e${number}" bpmnElement="f${number}">${points.map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`).join('')}</bpmndi:BPMNEdge>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="file" targetNamespace="urn:bench">
<process id="large" name="Large" isExecutable="true">${nodes.join('\n')}${flows.join('\n')}</process>
<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="large">${shapes.join('\n')}${edges.join('\n')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>`;
}

async function startLarge({ origin, token }: ConsoleBench): Promise<void> {
  const form = new FormData();
  form.set('xmlFile', new Blob([model()]), 'large.bpmn');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/repository/deployXml`, { method: 'POST', headers, body: form });
  if (answer.status !== 200) throw new Error(`The model was answered ${answer.status}: ${await answer.text()}`);
  const { id } = await call<{ readonly id: string }>(origin, '/runtime/start/by-process-definition-key/large', {
    token,
    body: { businessKey: 'LARGE' },
  });
  const isShown = async (): Promise<boolean> => {
    const { data } = await call<{ readonly data: readonly unknown[] }>(origin, '/history/activities/page', {
      token,
      body: { processInstanceId: id, pageable: { pageSize: MARKED } },
    });
    return data.length === MARKED;
  };
  await until('the history', isShown);
}

const IS_OPEN = `document.querySelectorAll('.djs-shape').length >= ${NODES} && document.querySelectorAll('.djs-shape.k-taken').length >= ${MARKED - 1}`;
const isAnchor = `document.querySelector('.k-row-link')`;

/** Drags the diagram about; answers the time between frames meanwhile. */
async function drag(page: Page): Promise<readonly number[]> {
  const { x, y, width, height } = (await page.locator('.k-diagram-canvas').boundingBox())!;
  await page.mouse.move(x + 8, y + 8);
  await page.mouse.down();
  await page.evaluate('bench.watchFrames()');
  for (let move = 0; move < MOVES; move += 1) {
    const part = Math.abs(((move % 20) - 10) / 10);
    await page.mouse.move(x + 8 + part * width * 0.7, y + 8 + part * height * 0.7, { steps: 4 });
  }
  const frames = await page.evaluate<number[]>('bench.takeFrames()');
  await page.mouse.up();
  return frames;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const bench = await openConsole(run);
  await startLarge(bench);
  const context = await openContext(bench, bench.token);
  const [opened, frames, idle]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= run.rounds; round += 1) {
    const { page } = await openPage(context);
    await page.goto(`${bench.origin}/platform/process-instances`);
    await atRest(page);
    idle.push(percentile(await framesAtRest(page), 95));
    const took = await page.evaluate<number>(`bench.time(() => ${isAnchor}.click(), () => ${IS_OPEN})`);
    await atRest(page);
    const moved = percentile(await drag(page), 95);
    await page.close();
    run.print(`round ${round}: open ${numberText(took)} ms, frames ${numberText(moved)} ms`);
    // The first round fetches the files.
    if (round === 0) continue;
    opened.push(took);
    frames.push(moved);
  }
  const what = `${NODES} nodes, ${MARKED} marked`;
  return [
    {
      bar: 'console diagram',
      what: `from the click to ${what}`,
      unit: 'ms',
      atMost: 1_000,
      value: median(opened),
      reference: `${numberText(Math.min(...opened))} to ${numberText(Math.max(...opened))} ms; the import alone was measured at 350 to 410`,
    },
    {
      bar: 'console diagram',
      what: 'frames while it is moved, p95',
      unit: 'ms',
      atMost: 32,
      value: median(frames),
      reference: `at rest ${numberText(median(idle))} ms`,
    },
  ];
}

await runBar({ rounds: 5, seconds: 1 }, measure);
