// Lets clerks start, claim and complete without pause; they never give up, and ask again under the same key without an answer.
import { type Answer, type Client, createClient } from '@keelson/client';
import type { SvcBpmnProcessInstanceModel } from '@keelson/contract';
import { chain, processFile } from '../support/models.ts';

export const PROCESS_KEY = 'chaos';

/** The model has two tasks one after the other; the clerks complete the first and leave the second. */
export const chaosModel = processFile(
  PROCESS_KEY,
  chain(
    '<startEvent id="begun"/>',
    '<userTask id="first" keelson:candidateUsers="service:clerk"/>',
    '<userTask id="second"/>',
    '<endEvent id="done"/>',
  ),
);

export const clerkAuthorities = [
  'BPMN_DEPLOY',
  'BPMN_INSTANCE_START',
  'BPMN_TASK',
  'BPMN_TASK_VIEW_ALL',
  'BPMN_TASK_MANAGE',
  'BPMN_INSTANCE_VIEW',
  'BPMN_HISTORY_VIEW',
  'BPMN_DEFINITION_VIEW',
  'BPMN_EVENT',
  'BPMN_WORKER',
  'BPMN_JOB_MANAGE',
];

/** Remembers what was acknowledged about one case. */
export interface Case {
  readonly businessKey: string;
  instanceId: string | null;
  completed: boolean;
}

/** Refusals that a client repeats; every other one is a defect here. */
const passing = new Set(['SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS']);
const PAUSE_MS = 20;
/** A server that is not back by then is not coming back. */
const PATIENCE_MS = 60_000;

export interface Load {
  readonly cases: readonly Case[];
  /** Counts the answers so far; throws what a clerk could not get over. */
  acknowledged(): number;
  /** Says what the clerks wait for, and what they were told last. */
  waiting(): readonly string[];
  /** Lets every clerk finish the case in hand; throws what went wrong. */
  finish(): Promise<void>;
}

/** Goes on asking while there is no answer, or one that means later. `urls` may change between two tries. */
export async function insist<B>(
  url: () => string,
  token: string,
  call: (client: Client<false>) => Promise<Answer<B>>,
  tell: (told: string) => void = () => undefined,
): Promise<B> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call(createClient({ baseUrl: url(), token })).catch((error: unknown) => {
      tell(`${attempt}: ${error instanceof Error ? (error.cause ?? error) : error}`);
      return null;
    });
    if (answer?.ok) return answer.body;
    const code = answer?.errorDetail?.errorCode;
    if (answer !== null) tell(`${attempt}: ${answer.status} ${code}`);
    if (answer !== null && !passing.has(code ?? '')) {
      throw new Error(`answered ${answer.status} ${JSON.stringify(answer.errorDetail)}`);
    }
    if (performance.now() > deadline) throw new Error(`no answer within ${PATIENCE_MS} ms, the last was ${code}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

export function startLoad(clerks: number, url: () => string, token: string): Load {
  const cases: Case[] = [];
  let acknowledged = 0;
  let going = true;
  const waiting = new Map<number, string>();

  async function work(item: Case, number: number): Promise<void> {
    const { businessKey } = item;
    let step = 0;
    const ask = async <B>(call: (client: Client<false>) => Promise<Answer<B>>): Promise<B> => {
      step += 1;
      waiting.set(number, `${businessKey} step ${step}`);
      const body = await insist(url, token, call, (told) =>
        waiting.set(number, `${businessKey} step ${step}, ${told}`),
      );
      acknowledged += 1;
      return body;
    };
    const instance: SvcBpmnProcessInstanceModel = await ask(({ bpmnEngine }) =>
      bpmnEngine.startProcessInstanceByKey({
        params: { processDefinitionKey: PROCESS_KEY },
        body: { businessKey },
        headers: { 'idempotency-key': `start-${businessKey}` },
      }),
    );
    if (instance.businessKey !== businessKey) throw new Error(`${businessKey} was answered with another instance`);
    item.instanceId = instance.id;
    const tasks = await ask(({ bpmnEngine }) =>
      bpmnEngine.task_queryList({ body: { processInstanceId: instance.id } }),
    );
    const [task] = tasks;
    if (task?.taskDefinitionKey !== 'first') throw new Error(`${businessKey} was started and has no first task`);
    await ask(({ bpmnEngine }) => bpmnEngine.claim({ params: { id: task.id } }));
    await ask(({ bpmnEngine }) =>
      bpmnEngine.complete({
        params: { id: task.id },
        body: { variables: { by: businessKey } },
        headers: { 'idempotency-key': `complete-${businessKey}` },
      }),
    );
    item.completed = true;
  }

  async function clerk(number: number): Promise<void> {
    for (let count = 0; going; count += 1) {
      const item: Case = { businessKey: `${number}-${count}`, instanceId: null, completed: false };
      cases.push(item);
      await work(item, number);
    }
  }

  const failures: unknown[] = [];
  const check = (): void => {
    if (failures.length > 0) throw new AggregateError(failures, String(failures[0]));
  };
  const atWork = Array.from({ length: clerks }, (_, number) => clerk(number).catch((error) => failures.push(error)));
  return {
    cases,
    waiting: () => [...waiting.values()],
    acknowledged() {
      check();
      return acknowledged;
    },
    async finish() {
      going = false;
      await Promise.all(atWork);
      check();
    },
  };
}
