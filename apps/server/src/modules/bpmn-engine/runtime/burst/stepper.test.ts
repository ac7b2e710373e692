// Tests that a step which runs for long lets others in, and that its turns are counted together.
import { BARE_HOST, NO_LANGUAGES, type ProcessModel, type StartCommand } from '@keelson/bpmn-core';
import { expect, it } from 'vitest';
import { bpmnFile, endlessElements, flow } from '../../testing/models.ts';
import { deploymentReader } from '../definitions/deployment-reader.ts';
import { createLoopBudget } from '../loop-budget.ts';
import { createLoopTurns } from '../loop-turns.ts';
import { createStepper } from './stepper.ts';

function modelOf(elements: readonly string[]): ProcessModel {
  const bytes = Buffer.from(bpmnFile('loop', elements.join('\n')));
  return deploymentReader.compile(bytes, 'loop', { languages: NO_LANGUAGES, texts: new Map() }).model;
}

function start(username = 'ada'): StartCommand {
  const facts = {
    id: '01900000-0000-7000-8000-000000000001',
    processDefinitionId: 'loop:1:aaaaaaaa',
    startElementId: null,
    tenantIdentifier: 'default',
    businessKey: null,
    name: null,
    priority: null,
    dueAt: null,
    startedAt: 0,
    startUserId: username,
  };
  return { kind: 'start', at: 0, actor: username, facts, variables: {} };
}

/** Each look at the clock takes a millisecond, so that a turn ends after so many acts on every machine. */
function startStepper() {
  let now = 0;
  let turns = 0;
  const given = createLoopTurns();
  const nowMs = () => now++;
  const budget = createLoopBudget(() => now);
  const stepper = createStepper({
    limits: { host: () => BARE_HOST },
    budget,
    answer: () => Promise.reject(new Error('nothing is asked')),
    turns: {
      next() {
        turns += 1;
        return given.next();
      },
    },
    nowMs,
  });
  const take = (command = start(), model = modelOf(endlessElements)) =>
    stepper.try({ model, state: null, command, tenantIdentifier: 'default' });
  return { take, turns: () => turns, budget };
}

it('a model that loops lets others in again and again until its limit, and the event loop turns each time', async () => {
  const { take, turns } = startStepper();
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await take();
  isOver = true;
  expect(result).toMatchObject({ outcome: 'failed', failure: { code: 'BURST_LIMIT' } });
  // Eight looks at the clock a turn, one after each entry and one after each act.
  expect(turns()).toBeGreaterThan(10_000);
  expect(rounds).toBeGreaterThan(turns() / 2);
});

it('a step that is over within its turn is answered at once', () => {
  const { take, turns } = startStepper();
  const short = ['<startEvent id="start"/>', flow('f1', 'start', 'end'), '<endEvent id="end"/>'];
  expect(take(start(), modelOf(short))).toMatchObject({ outcome: 'done' });
  expect(turns()).toBe(0);
});

it('two steps that run for long take their turns one after the other', async () => {
  const { take, turns } = startStepper();
  const order: string[] = [];
  const long = Promise.resolve(take(start('ada'))).then(() => order.push('ada'));
  const other = Promise.resolve(take(start('ben'))).then(() => order.push('ben'));
  await Promise.all([long, other]);
  expect(order).toEqual(['ada', 'ben']);
  expect(turns()).toBeGreaterThan(20_000);
});

it('whoever repeats it is asked to wait, however often it let others in', async () => {
  const { take } = startStepper();
  await take();
  expect(() => take()).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  await take(start('ben'));
});
