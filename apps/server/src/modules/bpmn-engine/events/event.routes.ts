// Answers the operations on messages, signals, conditions and what waits for them.
import { type bpmnEngineModule, resolvePageable, subscriptionSortStandard } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { isoDate } from '../interface/iso-date.ts';
import { executionId } from '../interface/part-id.ts';
import type { ConditionService } from './condition.service.ts';
import type { CorrelateService } from './correlate.service.ts';
import type { SignalService } from './signal.service.ts';
import type { SubscriptionPageRow, SubscriptionPageStore } from './subscription-page.store.ts';

type EventHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  'correlateMessage' | 'throwSignal' | 'evaluateConditions' | 'querySubscriptions'
>;

const TYPES = { m: 'MESSAGE', s: 'SIGNAL', c: 'CONDITIONAL' } as const;

export function createEventHandlers(
  {
    correlation,
    signals,
    conditions,
  }: {
    readonly correlation: CorrelateService;
    readonly signals: SignalService;
    readonly conditions: ConditionService;
  },
  store: SubscriptionPageStore,
): EventHandlers {
  return {
    correlateMessage: ({ body, act }) => correlation.correlate(act, body),
    throwSignal: ({ body, act }) => signals.throwSignal(act, body),
    evaluateConditions: ({ body, act }) => conditions.evaluate(act, body),
    async querySubscriptions({ body, act }) {
      const request = resolvePageable(body.pageable, subscriptionSortStandard);
      const { rows, total } = await store.page({ ...body, tenantIdentifier: act.caller.tenantIdentifier }, request);
      return pageBody(rows.map(toWire), total, request);
    },
  };
}

function toWire(row: SubscriptionPageRow) {
  const { instance_id: instanceId, token } = row;
  const waiting = instanceId === null ? null : token === 0 ? instanceId : executionId(instanceId, token);
  return {
    id: instanceId === null ? row.id : `${row.id}-w${row.number}`,
    type: TYPES[row.kind],
    name: row.name,
    correlationKey: row.shown_key,
    start: row.starts,
    elementId: row.element_id,
    executionId: waiting,
    processInstanceId: instanceId,
    processDefinitionId: row.definition_id,
    createTime: isoDate(row.created_at),
  };
}
