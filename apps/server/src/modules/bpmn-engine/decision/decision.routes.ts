// Answers the operations on decisions.
import type { MadeDecision } from '@keelson/bpmn-core';
import type { bpmnEngineModule, SvcBpmnDecisionModel, SvcBpmnDecisionResultModel } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { isoDate } from '../interface/iso-date.ts';
import type { DecisionService } from './decision.service.ts';
import type { DecisionPageRow } from './decision-page.store.ts';

type DecisionHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  'queryDecisions' | 'getDecision' | 'evaluateDecision'
>;

export function createDecisionHandlers(decisions: DecisionService): DecisionHandlers {
  return {
    async queryDecisions({ body, act }) {
      const { rows, total, request } = await decisions.page(act, body);
      return pageBody(rows.map(toWire), total, request);
    },
    getDecision: async ({ params, act }) => toWire(await decisions.get(act, params.id)),
    async evaluateDecision({ params, body, act }) {
      const { at, asked, required } = await decisions.evaluate(act, params.key, body);
      return { ...resultToWire(at, asked), required: required.map((made) => resultToWire(at, made)) };
    },
  };
}

function toWire(row: DecisionPageRow): SvcBpmnDecisionModel {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    version: row.version,
    versionTag: row.version_tag,
    deploymentId: row.deployment_id,
    hitPolicy: row.hit_policy as SvcBpmnDecisionModel['hitPolicy'],
    inputs: [...row.inputs],
    outputs: [...row.outputs],
  };
}

/** Makes the answer of a decision that no instance asked for. */
function resultToWire(at: number, made: MadeDecision): SvcBpmnDecisionResultModel {
  return {
    decisionKey: made.decisionKey,
    version: made.version,
    elementId: null,
    processInstanceId: null,
    time: isoDate(at),
    hitPolicy: made.hitPolicy as SvcBpmnDecisionResultModel['hitPolicy'],
    inputs: [...made.inputs],
    matchedRules: [...made.matchedRules],
    results: [...made.results],
  };
}
