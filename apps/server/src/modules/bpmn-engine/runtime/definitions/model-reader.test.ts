// Tests that files read in a thread of their own come to the same as files read at once.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { createFeel } from '@keelson/bpmn-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLanes } from '../../../../kernel/worker/lanes.ts';
import { dmnFile, expression } from '../../testing/decision-models.ts';
import { after, chained, END, ROOTS, START, task } from '../../testing/driven-process.ts';
import { bpmnFile } from '../../testing/models.ts';
import { createLoopBudget } from '../loop-budget.ts';
import type { Outside } from './deployment-reader.ts';
import { createModelReader, type ModelReader } from './model-reader.ts';
import { createReadingLane, type ReadingLane } from './reading-lane.ts';

const ADA = { tenantIdentifier: 'default', username: 'ada' };
const languages = () => Promise.resolve({ feel: createFeel(), javascriptProblem: () => null });

let lane: ReadingLane;
let atOnce: ModelReader;
let inThread: ModelReader;

const readerOf = (atOnceBytes: number, budget = createLoopBudget()) =>
  createModelReader({ budget, lane, languages, atOnceBytes });

beforeAll(() => {
  lane = createReadingLane({ lanes: createLanes() });
  atOnce = readerOf(Number.POSITIVE_INFINITY);
  inThread = readerOf(0);
});
afterAll(() => lane.close());

const WHOLE = [
  `<startEvent id="start">${after('PT1M')}</startEvent>`,
  '<serviceTask id="sum" keelson:expression="${1 + 1}" keelson:resultVariable="sum"/>',
  '<scriptTask id="script" scriptFormat="javascript"><script>sum = sum + 1;</script></scriptTask>',
  '<businessRuleTask id="rule" keelson:decisionRef="d" keelson:resultVariable="r"/>',
  '<serviceTask id="call"><extensionElements><keelson:call name="setting.read"><keelson:with name="code" value="a"/></keelson:call></extensionElements></serviceTask>',
  task('work'),
  END,
];

function files(content = chained(WHOLE)) {
  const bpmn = bpmnFile('p', content, ' keelson:uniqueBusinessKey="true"').replace('</definitions>', ROOTS);
  return [
    { name: 'p.bpmn', bytes: Buffer.from(bpmn) },
    { name: 'e.dmn', bytes: Buffer.from(dmnFile(expression('e', '1 + 1'))) },
  ];
}

/** Shows functions by their being there; what expressions were compiled from stays with those that were handed over. */
const shown = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, each) => {
      if (key === 'origin') return undefined;
      return typeof each === 'function' ? 'a function' : each;
    }),
  );

const CALLS = chained([START, '<callActivity id="call" calledElement="c"/>', END]);
const native = new Map([['setting.read', { required: ['code'], optional: [] }]]);

describe('a file that is read in a thread', () => {
  it.each<[string, ReturnType<typeof files>, Outside | undefined]>([
    ['all that it says', files(), { nativeCalls: native }],
    ['decisions that are deployed', files(), { nativeCalls: native, decisions: new Set(['d']) }],
    ['decisions that are nowhere', files(), { nativeCalls: native, decisions: new Set<string>() }],
    ['calls that nobody has registered', files(), { nativeCalls: new Map() }],
    ['processes that are deployed', files(CALLS), { nativeCalls: native, processes: new Map([['c', 'unknown']]) }],
    ['processes that are nowhere', files(CALLS), { nativeCalls: native, processes: new Map() }],
    ['problems', files('<userTask id="lost"/>'), undefined],
    ['what is no XML', [{ name: 'p.bpmn', bytes: Buffer.from('<a>') }], undefined],
  ])('comes to the same as one that is read at once: %s', async (_, given, outside) => {
    const toRead = { files: given, strictness: 'spec', outside } as const;
    const [here, there] = [await atOnce.read(ADA, toRead), await inThread.read(ADA, toRead)];
    expect(shown(there)).toEqual(shown(here));
    expect(there.problems.length + there.processes.length).toBeGreaterThan(0);
    const checked = await inThread.check(ADA, toRead);
    expect(checked).toEqual(await atOnce.check(ADA, toRead));
    expect(checked).toMatchObject({ problems: here.problems, asked: here.asked });
    expect(checked.counts.spec.errors + checked.counts.spec.warnings).toBe(here.problemCount);
  });

  it('is compiled to the same model, and its nodes are the same', async () => {
    const bytes = files()[0]!.bytes;
    const [here, there] = [
      await atOnce.compile('default', bytes, 'p', new Map()),
      await inThread.compile('default', bytes, 'p', new Map()),
    ];
    expect(shown(there)).toEqual(shown(here));
    expect(there).toMatchObject({ uniqueBusinessKey: true, model: { nodes: { length: 7 } } });
    expect(await inThread.nodes('default', bytes, 'p')).toEqual(await atOnce.nodes('default', bytes, 'p'));
  });

  it('is reported as a defect where it is not what was stored', async () => {
    const bytes = Buffer.from('no file');
    for (const reader of [atOnce, inThread]) {
      await expect(reader.compile('default', bytes, 'p', new Map())).rejects.toThrow('a stored file cannot be read');
    }
  });

  it('is refused while who deploys has used up what everybody has of the thread', async () => {
    const budget = createLoopBudget();
    const toRead = { files: files(), strictness: 'spec' } as const;
    const reader = readerOf(0, budget);
    budget.spend(ADA.tenantIdentifier, ADA.username, 60_000);
    await expect(reader.read(ADA, toRead)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await reader.read({ ...ADA, username: 'bob' }, toRead)).processes).toHaveLength(1);
  });

  it('take nothing of a budget where a job has them read', async () => {
    const spent: unknown[] = [];
    const refusing = createLoopBudget();
    const budget = { ...refusing, run: spent.push, admit: spent.push, spend: spent.push } as unknown as typeof refusing;
    const job = { ...ADA, username: null };
    const toRead = { files: files(), strictness: 'spec' } as const;
    for (const atOnceBytes of [0, Number.POSITIVE_INFINITY]) {
      expect((await readerOf(atOnceBytes, budget).read(job, toRead)).processes).toHaveLength(1);
    }
    expect(spent).toEqual([]);
  });
});
