// Describes how an operation of the engine reaches for what another tenant has.
import type { Answer, Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Outcome, Reach } from '../reach.ts';
import { type ForeignProcess, foreignProcess } from './foreign-process.ts';

export type Engine = Client<false>['bpmnEngine'];

/** Calls an operation with what another tenant has; `everywhere` is what TENANT_ALL gets. */
export function reaching(
  call: (engine: Engine, process: ForeignProcess) => Promise<Answer<unknown>>,
  stranger: Outcome,
  everywhere: Outcome = stranger,
): Reach {
  return {
    call: async ({ bpmnEngine }, foreign) => call(bpmnEngine, await foreignProcess(foreign)),
    stranger,
    everywhere,
  };
}

/** Is a page of nothing. */
export const NOBODY = { totalElements: 0, data: [] };

/** Of an operation that names an instance. */
export const ofInstance = (
  call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>,
  everywhere: Outcome,
): Reach => reaching((engine, { instanceId: id }) => call(engine, { id }), 'INSTANCE_NOT_FOUND', everywhere);

/** Of an operation that names a task. */
export const ofTask = (
  call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>,
  code: ErrorCode = 'TASK_NOT_FOUND',
): Reach => reaching((engine, { taskId: id }) => call(engine, { id }), code);

/** What is refused apart is reported with its id, which is another one each time. */
export async function codesOf(
  answer: Promise<Answer<readonly { errorCode: string | null }[]>>,
): Promise<Answer<unknown>> {
  const told = await answer;
  return told.ok ? { ...told, body: told.body.map(({ errorCode }) => ({ id: '', errorCode })) } : told;
}
