// A job lets a token go on and does nothing else: before an element is entered, or after it is done.
import type { JobOptions, JobWait } from '../contract/instance-state.ts';
import { evaluateIn, expressionFailure } from '../data/evaluation.ts';
import type { Expression } from '../expression/expression.ts';
import type { Burst, WaitOwner, WorkToken } from '../instance/burst.ts';
import { openWait } from '../instance/waits.ts';
import type { FlowIndex } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Value } from '../values/values.ts';

/**
 * Says whether the token has to wait for a job: each instance of a multi-instance activity by what its loop says, all others by the
 * element.
 */
export function waitsForJob({ job, activity }: FlowNode, { role, admitted }: WorkToken): boolean {
  if (admitted) return false;
  if (role !== 'iteration') return job?.before === true;
  return activity!.loop!.kind === 'multiInstance' && activity!.loop!.async;
}

/** Whether the element is left by a job. A boundary event is begun by its occurrence, so both of its jobs are behind it. */
export function leavesByJob({ job, type }: FlowNode): boolean {
  return job !== null && (job.after || (job.before && type === 'boundaryEvent'));
}

/** Lets the token wait outside of its element until the job runs; boundary events are armed only then. */
export function waitBefore(burst: Burst, node: FlowNode, token: WorkToken): void {
  openJob(burst, node, token, { kind: 'job', phase: 'before' });
}

/** Lets the token of a finished element wait for the job that takes these flows, or those of an activity that are true then. */
export function waitAfter(burst: Burst, node: FlowNode, token: WorkToken, flows: readonly FlowIndex[] | null): void {
  token.activity = 0;
  token.inner = null;
  token.lifecycle = 'READY';
  openJob(burst, node, token, { kind: 'job', phase: 'after', ...(flows === null ? {} : { flows }) });
}

function openJob(burst: Burst, node: FlowNode, token: WorkToken, wait: JobWait): void {
  const owner = { scope: token.scope, token };
  openWait(burst, owner, node.index, 0, { ...wait, ...jobOptions(burst, node, owner) });
}

/** Options of whatever job the element has: one that begins or leaves it, its timer, its work. */
export function jobOptions(burst: Burst, node: FlowNode, { scope, token }: WaitOwner): JobOptions {
  if (node.job === null) return NO_OPTIONS;
  const { priority, retryCycle } = node.job;
  const given = (expression: Expression) =>
    evaluateIn(burst, expression, token?.inner ?? scope, token?.number ?? null, node);
  const rank = priority === null ? null : wholeNumber(node, priority, given(priority));
  const cycle = retryCycle === null ? null : given(retryCycle);
  return {
    ...(rank === null ? {} : { priority: rank }),
    ...(cycle === null ? {} : { retryCycle: String(cycle) }),
  };
}

const NO_OPTIONS: JobOptions = {};

function wholeNumber(node: FlowNode, expression: Expression, value: Value): number | null {
  if (value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw expressionFailure(node, expression, 'gives no whole number');
}
