// Starts instances whose condition has become true for variables that somebody outside gives.
import { type Answer, type Failure, type ProcessModel, startCondition, type Variables } from '@keelson/bpmn-core';
import type { Database, Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { AnswerQuestion } from '../burst/stepper.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { StartPayload } from '../events/message.types.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import { saveJob } from '../waits/job.store.ts';
import { businessKeyMatch } from '../waits/match-key.ts';
import type { MakeJob } from '../waits/new-job.ts';
import { CONDITIONS_OF_PAGE, type ConditionRow, conditionStore } from './condition.store.ts';

/** Id that is smaller than every other one, and that no instance has. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface GivenCircumstances {
  readonly tenant: string;
  /** Key of the process; null stands for every process of the tenant. */
  readonly definitionKey: string | null;
  readonly businessKey: string | null;
  readonly variables: Variables;
  readonly actor: string;
}

export interface LookedAt {
  readonly row: ConditionRow;
  readonly holds: boolean;
  /** Failure of the condition; null where it could be evaluated. One that fails holds up no other. */
  readonly failure: Failure | null;
}

export function createStartConditions({
  clock,
  database,
  definitions,
  limits,
  answerQuestion,
  makeJob,
}: Pick<Kernel, 'clock'> & {
  readonly database: Database;
  readonly definitions: DefinitionCache;
  readonly limits: EngineLimits;
  readonly answerQuestion: AnswerQuestion;
  readonly makeJob: MakeJob;
}) {
  async function lookAt(model: ProcessModel, row: ConditionRow, given: GivenCircumstances): Promise<LookedAt> {
    const { tenant, businessKey, variables, actor } = given;
    const facts = {
      id: NO_ID,
      tenantIdentifier: tenant,
      processDefinitionId: row.definition_id,
      startedAt: clock.now(),
      startUserId: null,
      businessKey,
      name: null,
      startElementId: row.element_id,
      priority: null,
      dueAt: null,
    };
    const start = { elementId: row.element_id, index: row.trigger_index };
    const answers: Answer[] = [];
    for (;;) {
      const result = startCondition(model, { start, facts, variables, actor, host: limits.host(tenant), answers });
      if (result.outcome === 'evaluated') return { row, holds: result.holds, failure: null };
      if (result.outcome === 'failed') return { row, holds: false, failure: result.failure };
      answers.push(await answerQuestion(tenant, result.question, facts.startedAt));
    }
  }

  return {
    /** Looks at every condition that the circumstances concern. */
    async look(given: GivenCircumstances): Promise<readonly LookedAt[]> {
      const looked: LookedAt[] = [];
      for (let after = NO_ID; ; ) {
        const rows = await conditionStore.page(database, given.tenant, given.definitionKey, after);
        for (const row of rows) {
          const { model } = await definitions.compiled(row.definition_id);
          looked.push(await lookAt(model, row, given));
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < CONDITIONS_OF_PAGE) return looked;
        after = last.id;
      }
    },

    /** Orders a start for each condition that did not hold before, and answers their number. */
    async start(tx: Transaction, looked: readonly LookedAt[], given: GivenCircumstances): Promise<number> {
      const { tenant, businessKey, variables } = given;
      const match = businessKeyMatch(businessKey);
      let starts = 0;
      for (const { row, holds, failure } of looked) {
        if (failure !== null) continue;
        if (!holds) await conditionStore.lower(tx, tenant, row, match);
        else if (await conditionStore.raise(tx, tenant, row, match, clock.now())) {
          const { trigger_index: trigger, triggers_needed: needed } = row;
          const payload: StartPayload = { trigger, needed, variables, businessKey };
          await saveJob(
            tx,
            makeJob(tenant, {
              kind: 'START',
              definitionId: row.definition_id,
              elementId: row.element_id,
              payload: JSON.stringify(payload),
            }),
          );
          starts += 1;
        }
      }
      return starts;
    },
  };
}

export type StartConditions = ReturnType<typeof createStartConditions>;
