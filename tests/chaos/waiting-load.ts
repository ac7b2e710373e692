// Lets clerks run instances through what waits: an asynchronous step, a timer, a message and an external task, done by a worker.
import { type Answer, type Client, createClient } from '@keelson/client';
import { chain, processFile } from '../support/models.ts';
import type { Person } from '../support/people.ts';
import { insist } from './load.ts';

export const WAITING_KEY = 'chaos-waits';
const TOPIC = 'chaos-work';
const MESSAGE_LIVES_MS = 600_000;
/** What a worker locked and never heard of is free again soon. */
const LOCK_MS = 2_000;
const FETCH_WAIT_MS = 500;
const LOOK_MS = 20;
/** An instance that has not come through by then is stuck. */
const PATIENCE_MS = 60_000;

/** The elements that each instance passes, in their order; it comes to rest at a task behind them. */
const PASSED = ['step', 'pause', 'paid', 'work'] as const;

export const waitingModel = processFile(
  WAITING_KEY,
  chain(
    '<startEvent id="begun"/>',
    '<serviceTask id="step" keelson:asyncBefore="true" keelson:expression="${1}"/>',
    '<intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT0.1S</timeDuration></timerEventDefinition></intermediateCatchEvent>',
    '<intermediateCatchEvent id="paid"><messageEventDefinition messageRef="payment"/></intermediateCatchEvent>',
    `<serviceTask id="work" keelson:type="external" keelson:topic="${TOPIC}"/>`,
    '<userTask id="rest"/>',
    '<endEvent id="done"/>',
  ),
  '<message id="payment" name="chaos-payment"/>',
);

interface WaitingCase {
  readonly businessKey: string;
  instanceId: string;
}

export interface WaitingLoad {
  readonly cases: readonly WaitingCase[];
  /** Throws what a clerk or the worker could not get over. */
  check(): void;
  /** Lets every clerk see his instance through; throws what went wrong. */
  finish(): Promise<void>;
}

type Ask = <B>(call: (client: Client<false>) => Promise<Answer<B>>) => Promise<B>;

/** Says where an instance stands, and what it waits for. */
async function describe(ask: Ask, id: string): Promise<string> {
  const body = { processInstanceId: id };
  const { currentElements } = await ask(({ bpmnEngine }) => bpmnEngine.getProcessInstance({ params: { id } }));
  const [jobs, waits, work] = [
    await ask(({ bpmnEngine }) => bpmnEngine.queryJobs({ body })),
    await ask(({ bpmnEngine }) => bpmnEngine.querySubscriptions({ body })),
    await ask(({ bpmnEngine }) => bpmnEngine.queryExternalTasks({ body })),
  ];
  return JSON.stringify([currentElements, jobs.data, waits.data, work.data]);
}

export function startWaitingLoad(clerks: number, url: () => string, token: string): WaitingLoad {
  const cases: WaitingCase[] = [];
  const failures: unknown[] = [];
  let [going, working] = [true, true];
  const ask: Ask = (call) => insist(url, token, call);
  const check = (): void => {
    if (failures.length > 0) throw new AggregateError(failures, String(failures[0]));
  };

  async function run(businessKey: string): Promise<void> {
    const { id } = await ask(({ bpmnEngine }) =>
      bpmnEngine.startProcessInstanceByKey({
        params: { processDefinitionKey: WAITING_KEY },
        body: { businessKey },
        headers: { 'idempotency-key': `start-${businessKey}` },
      }),
    );
    cases.push({ businessKey, instanceId: id });
    // It may come before the instance waits for it.
    await ask(({ bpmnEngine }) =>
      bpmnEngine.correlateMessage({
        body: { messageName: 'chaos-payment', businessKey, timeToLive: MESSAGE_LIVES_MS },
        headers: { 'idempotency-key': `pay-${businessKey}` },
      }),
    );
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const tasks = await ask(({ bpmnEngine }) => bpmnEngine.task_queryList({ body: { processInstanceId: id } }));
      if (tasks.some(({ taskDefinitionKey }) => taskDefinitionKey === 'rest')) return;
      if (performance.now() > deadline) throw new Error(`${businessKey} is stuck: ${await describe(ask, id)}`);
      check();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Does what it gets; what it lost the lock of is done by whoever has it then, itself. */
  async function work(): Promise<void> {
    const workerId = 'chaos';
    while (working) {
      const fetched = await ask(({ bpmnEngine }) =>
        bpmnEngine.fetchAndLockExternalTasks({
          body: {
            workerId,
            maxTasks: 5,
            waitMillis: FETCH_WAIT_MS,
            topics: [{ topic: TOPIC, lockMillis: LOCK_MS }],
          },
        }),
      );
      for (const { id } of fetched) {
        await ask(async () => {
          const client = createClient({ baseUrl: url(), token });
          const answer = await client.bpmnEngine.completeExternalTask({ params: { id }, body: { workerId } });
          const isLost = answer.errorDetail?.errorCode === 'LOCK_LOST';
          return isLost ? ({ ...answer, ok: true, body: undefined } as unknown as typeof answer) : answer;
        });
      }
    }
  }

  const fail = (error: unknown): void => void failures.push(error);
  async function clerk(number: number): Promise<void> {
    for (let count = 0; going; count += 1) await run(`waits-${number}-${count}`);
  }
  const atWork = Array.from({ length: clerks }, (_, number) => clerk(number).catch(fail));
  const worker = work().catch(fail);
  return {
    cases,
    check,
    async finish() {
      going = false;
      await Promise.all(atWork);
      working = false;
      await worker;
      check();
    },
  };
}

/** Says which instances did not pass each element once, a sentence each. */
export async function waitingDifferences(cases: readonly WaitingCase[], { sure }: Person): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { businessKey, instanceId: processInstanceId } of cases) {
    const { data } = (await sure.bpmnEngine.queryActivities({ body: { processInstanceId } })).body;
    for (const element of PASSED) {
      const states = data.filter(({ elementId }) => elementId === element).map(({ state }) => state);
      if (states.join() !== 'COMPLETED') found.push(`${businessKey} has been at ${element}: ${states.join()}`);
    }
    const open = data.filter(({ elementId }) => elementId === 'rest').map(({ state }) => state);
    if (open.join() !== 'ACTIVE') found.push(`${businessKey} has been at rest: ${open.join()}`);
  }
  const page = { processDefinitionKeys: [WAITING_KEY], states: ['ACTIVE', 'SUSPENDED', 'ENDED'] as const };
  const { totalElements } = (
    await sure.bpmnEngine.processInstance_queryPage({ body: { ...page, states: [...page.states] } })
  ).body;
  if (totalElements !== cases.length) found.push(`${totalElements} instances wait, ${cases.length} were acknowledged`);
  return found;
}
