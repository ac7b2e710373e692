// Tests when an instance was last changed, wherever an answer shows it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import { chained, deployed, END, START, startedOf, task } from '../testing/driven-process.ts';
import { type EnginePair, startEnginePair, startPath } from '../testing/engine-server.ts';

let pair: EnginePair;
let onOne: Person;
let onTwo: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  ({ onOne, onTwo } = pair);
});
afterAll(() => pair.stop());

it('the time of the last change of an instance is that of its last commit, on every process, also once it has ended', async () => {
  const { key } = await deployed(onOne, chained([START, task('one'), task('two'), END]));
  const { body: begun } = await onOne.post(`${startPath}/${key}`, {});
  expect(begun.lastChangeTime).toBe(begun.startTime);
  const run = await startedOf(onOne, key);
  const shown = async (person: Person) => {
    const { body: one } = await person.get(`/process-instance/${run.id}`);
    const query = { ids: [run.id], states: ['ACTIVE', 'ENDED'] };
    const { body: page } = await person.post('/process-instance/page', query);
    return [one.lastChangeTime, page.data[0].lastChangeTime];
  };
  for (const element of ['one', 'two']) {
    pair.one.clock.advance(60_000);
    const now = new Date(pair.one.clock.now()).toISOString();
    const [open] = await run.tasks();
    expect(open?.taskDefinitionKey).toBe(element);
    expect((await onOne.post(`/task/${open?.id}/complete`, {})).body.lastChangeTime).toBe(now);
    for (const person of [onOne, onTwo]) expect(await shown(person)).toEqual([now, now]);
    pair.one.clock.advance(60_000);
  }
});
