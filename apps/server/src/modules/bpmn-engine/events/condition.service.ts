// Looks at conditions with variables that somebody outside gives: those of one instance, or those that start instances.
import type { Variables } from '@keelson/bpmn-core';
import type { SvcBpmnEvaluateConditionsModel, SvcBpmnEvaluatedConditionsModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { isInstanceId } from '../interface/part-id.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { GivenCircumstances, LookedAt, StartConditions } from '../runtime/starts/start-conditions.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { requireTenant, tenantOf } from './correlate.service.ts';

export function createConditionService({
  clock,
  database,
  runtime,
  conditions,
  limits,
  wakeJobs,
}: Pick<Kernel, 'clock'> & {
  readonly database: Database;
  readonly runtime: InstanceRuntime;
  readonly conditions: StartConditions;
  readonly limits: EngineLimits;
  readonly wakeJobs: () => void;
}) {
  /** Evaluates the conditions of one instance; the variables become the instance's. */
  async function ofInstance(
    { caller }: Act,
    processInstanceId: string,
    variables: Variables,
    claim: IdempotencyClaim,
  ): Promise<SvcBpmnEvaluatedConditionsModel> {
    const notFound = (): never => failNotFound('INSTANCE_NOT_FOUND', { processInstanceId });
    if (!isInstanceId(processInstanceId)) return notFound();
    let count = 0;
    const done = await runtime.run(processInstanceId, {
      decide({ state }) {
        requireTenant(caller, processInstanceId, state.facts.tenantIdentifier);
        count = state.waits.filter(({ kind }) => kind === 'conditional').length;
        return { kind: 'evaluate-conditions', at: clock.now(), actor: caller.username, variables };
      },
      answer: (): SvcBpmnEvaluatedConditionsModel => ({ conditions: count, starts: 0, failures: [] }),
      claim,
    });
    return done ?? notFound();
  }

  async function thatStart(
    given: GivenCircumstances,
    claim: IdempotencyClaim,
  ): Promise<SvcBpmnEvaluatedConditionsModel> {
    const looked = await conditions.look(given);
    const evaluated = await database.transaction(async (tx) => {
      const starts = await conditions.start(tx, looked, given);
      const answer = { conditions: looked.length, starts, failures: looked.flatMap(failureOf) };
      await claim.save(tx, answer);
      return answer;
    });
    if (evaluated.starts > 0) wakeJobs();
    return evaluated;
  }

  return {
    evaluate: (act: Act, body: SvcBpmnEvaluateConditionsModel): Promise<SvcBpmnEvaluatedConditionsModel> =>
      act.once((claim) => {
        const { caller } = act;
        const tenant = tenantOf(caller, body.tenantIdentifier ?? null);
        const variables = (body.variables ?? {}) as Variables;
        checkVariables(variables, limits.variableBytes(tenant));
        if (typeof body.processInstanceId === 'string') {
          return ofInstance(act, body.processInstanceId, variables, claim);
        }
        const definitionKey = body.processDefinitionKey ?? null;
        const businessKey = body.businessKey ?? null;
        return thatStart({ tenant, definitionKey, businessKey, variables, actor: caller.username }, claim);
      }),
  };
}

function failureOf({ row, failure }: LookedAt) {
  if (failure === null) return [];
  const { code, message } = failure;
  return [{ processDefinitionId: row.definition_id, elementId: row.element_id, code, message }];
}

export type ConditionService = ReturnType<typeof createConditionService>;
