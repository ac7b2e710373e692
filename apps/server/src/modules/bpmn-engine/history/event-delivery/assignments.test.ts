// Proves what a module learns that wants to hear of assignments alone: the rest of the history is passed over, and nothing is missed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import type { EngineEvent } from '../../api.ts';
import { chained, deployed, END, START, startedOf } from '../../testing/driven-process.ts';
import { type Engine, startEngine } from '../../testing/engine-server.ts';

let engine: Engine;
const delivered: EngineEvent[] = [];
/** Says for each event whether its hearer could have read a table from end to end. */
const ways = new Set<string>();
const WAY = sql('t_way', "SELECT current_setting('enable_seqscan') AS way");

beforeAll(async () => {
  engine = await startEngine();
  engine.server.apis.bpmnEngine.registerEngineHandler('test', ['task.assigned'], async (tx, event) => {
    delivered.push(event);
    for (const { way } of await tx.rows<{ way: string }>(WAY)) ways.add(way);
  });
});
afterAll(() => engine.server.stop());

const WAIT = { timeout: 10_000, interval: 50 };
const look = () => engine.admin.post('/process-instance/page', { states: ['ENDED'], businessKey: 'none' });
const eventsOf = async (id: string) => {
  await look();
  return delivered.filter(({ instanceId }) => instanceId === id);
};

async function started(task: string) {
  const { key } = await deployed(engine.admin, chained([START, task, END]));
  const run = await startedOf(engine.admin, key);
  const [open] = await run.tasks();
  return { run, taskId: String(open?.id) };
}

it('hears of a task that begins with its assignee, and nothing of its end', async () => {
  const { run } = await started('<userTask id="work" name="Work" keelson:assignee="ada"/>');
  await expect
    .poll(() => eventsOf(run.id), WAIT)
    .toMatchObject([{ kind: 'task.assigned', name: 'Work', assignee: 'ada' }]);
  await run.complete('work');
  expect(await eventsOf(run.id)).toHaveLength(1);
});

it.each([
  ['when its history was projected before', look],
  ['in the pass of its beginning', () => Promise.resolve()],
])('hears of a later assignment with the name and the candidates that the task has by then, %s', async (_, between) => {
  const { run, taskId } = await started('<userTask id="work" name="Work" keelson:candidateUsers="ada,bob"/>');
  await between();
  const { version } = (await engine.admin.get(`/task/${taskId}`)).body;
  expect((await engine.admin.put(`/task/${taskId}`, { version, name: 'Renamed' })).status).toBe(200);
  await between();
  expect((await engine.admin.post(`/task/${taskId}/claim`, {})).status).toBe(200);
  const heard = {
    kind: 'task.assigned',
    elementId: 'work',
    name: 'Renamed',
    assignee: 'admin',
    candidateUsers: ['ada', 'bob'],
  };
  await expect.poll(() => eventsOf(run.id), WAIT).toMatchObject([heard]);
});

it('asks in its own way, whatever way the pass asked before', () => {
  expect([...ways]).toEqual(['on']);
});
