// Does HTTP tasks and HTTP connectors: by a job, after the commit that ordered the call, at least once.
import type { Variables, WorkResult } from '@keelson/bpmn-core';
import type { Kernel } from '../../../../kernel/module.ts';
import { type AllowList, parseAllowList } from '../../../../kernel/outbound/allow-list.ts';
import type { OutboundAnswer } from '../../../../kernel/outbound/outbound.types.ts';
import type { BpmnEngineSettings } from '../../bpmn-engine.settings.ts';
import { callFailed } from '../burst/work-outcome.ts';
import type { JobWork } from '../jobs/work-job.ts';
import { type AnswerPlan, connectorResult, ignoredFailure, planAnswer, resultOf } from './http-answer.ts';
import { CallProblem, type Fields, readFields } from './http-fields.ts';
import { requestOf } from './http-request.ts';
import { hideSecrets } from './secret-mask.ts';

/** Sends one request whose fields hold no secrets; the result is status, headers and content. */
export type SendHttp = (request: {
  readonly tenantIdentifier: string;
  /** Id by which the other side knows a repetition. */
  readonly jobId: string;
  /** Fields, named as those of HTTP tasks. */
  readonly fields: Variables;
}) => Promise<WorkResult>;

export function createHttpWork(
  { outbound, settings: { customSecret } }: Pick<Kernel, 'outbound' | 'settings'>,
  { httpAllow }: Pick<BpmnEngineSettings, 'httpAllow'>,
): { readonly work: JobWork; readonly send: SendHttp } {
  /** Makes the call of a task; throws `CallProblem`. */
  async function call(
    fields: Fields,
    context: { readonly allow: AllowList; readonly jobId: string },
  ): Promise<OutboundAnswer> {
    const answer = await outbound.send(requestOf(fields, context));
    if (answer.outcome === 'answered') return answer;
    throw new CallProblem(String(hideSecrets(`${answer.code}: ${answer.message}`, fields.revealed())));
  }

  const work: JobWork = async ({ live, wait, order, jobId }) => {
    const tenant = live.state.facts.tenantIdentifier;
    const { node } = live.state.waits.find(({ number }) => number === wait)!;
    const { id: elementId, work } = live.compiled.model.nodes[node]!;
    const { parameters: models, resultVariable } = work!;
    const allow = parseAllowList(httpAllow.get(tenant));
    const secretOf = (code: string) => customSecret(code, tenant);
    const fields = readFields({ models, values: order.parameters, allow, secretOf });
    let plan: AnswerPlan | null = null;
    try {
      // Only connectors have a name; they hand out whatever came back.
      if (order.target === '') plan = planAnswer(fields, { elementId, resultVariable });
      const answer = await call(fields, { allow, jobId });
      return plan === null ? connectorResult(answer, fields.revealed()) : resultOf(plan, answer, fields.revealed());
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      return plan?.ignoresFailures === true ? ignoredFailure(plan, error.message) : callFailed(error.message);
    }
  };

  const send: SendHttp = async ({ tenantIdentifier, jobId, fields: values }) => {
    const allow = parseAllowList(httpAllow.get(tenantIdentifier));
    const fields = readFields({ models: [], values, allow, secretOf: () => undefined });
    try {
      return connectorResult(await call(fields, { allow, jobId }), fields.revealed());
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      return callFailed(error.message);
    }
  };
  return { work, send };
}
