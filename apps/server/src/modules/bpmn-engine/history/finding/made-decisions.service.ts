// Pages the decisions that instances have made, each as its record of the history has it.
import {
  pastDecisionSortStandard,
  resolvePageable,
  type SvcBpmnPastDecisionModel,
  type SvcBpmnPastDecisionQueryModel,
} from '@keelson/contract';
import type { Act } from '../../../../kernel/records/act.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { isoDate } from '../../interface/iso-date.ts';
import { activityId, isInstanceId } from '../../interface/part-id.ts';
import { readRecord } from '../../runtime/state/instance-history.ts';
import { type DecisionInRecord, decisionsIn } from './decision-rows.store.ts';
import type { MadeDecisionRow, MadeDecisionStore, RecordPlace } from './made-decision.store.ts';

/** Bound of the records in memory at once: each may hold megabytes of other things. */
const RECORDS_AT_ONCE = 10;

export function createMadeDecisionsService({
  store,
  catchUp,
}: {
  readonly store: MadeDecisionStore;
  /** Waits for the projector; milliseconds of lag when that took too long. */
  readonly catchUp: () => Promise<number | null>;
}) {
  /** Reads each record once, and keeps its decisions alone. */
  async function read(rows: readonly MadeDecisionRow[]): Promise<ReadonlyMap<string, readonly DecisionInRecord[]>> {
    const places = new Map(rows.map((row) => [keyOf(row), row]));
    const found = new Map<string, readonly DecisionInRecord[]>();
    const all = [...places.values()];
    for (let from = 0; from < all.length; from += RECORDS_AT_ONCE) {
      for (const row of await store.records(all.slice(from, from + RECORDS_AT_ONCE)))
        found.set(keyOf(row), decisionsIn(readRecord(row.record)));
    }
    return found;
  }

  return {
    /** Pages decisions: all of the tenant with `BPMN_HISTORY_VIEW`, else those of instances that the caller started. */
    async page({ caller }: Act, { pageable, ...filters }: SvcBpmnPastDecisionQueryModel) {
      const request = resolvePageable(pageable, pastDecisionSortStandard);
      const { processInstanceId } = filters;
      if (processInstanceId && !isInstanceId(processInstanceId)) return { shown: [], total: 0, request, lag: null };
      const lag = await catchUp();
      const { tenantIdentifier } = caller;
      const ownOf = caller.holds('BPMN_HISTORY_VIEW') ? null : foldName(caller.username);
      const { rows, total } = await store.page({ ...filters, tenantIdentifier, ownOf }, request);
      const records = await read(rows);
      const shown = rows.flatMap((row) => {
        const decision = records.get(keyOf(row))?.[row.number];
        return decision === undefined ? [] : [decisionToWire(row, decision)];
      });
      return { shown, total, request, lag };
    },
  };
}

export type MadeDecisionsService = ReturnType<typeof createMadeDecisionsService>;

const keyOf = ({ instance_id: id, revision }: RecordPlace): string => `${id} ${revision}`;

function decisionToWire(row: MadeDecisionRow, { at, activity, made }: DecisionInRecord): SvcBpmnPastDecisionModel {
  return {
    decisionKey: made.decisionKey,
    version: made.version,
    elementId: row.element_id,
    processInstanceId: row.instance_id,
    processDefinitionId: row.definition_id,
    processDefinitionKey: row.definition_key,
    activityId: activityId(row.instance_id, activity),
    time: isoDate(at),
    hitPolicy: made.hitPolicy as SvcBpmnPastDecisionModel['hitPolicy'],
    inputs: [...made.inputs],
    matchedRules: [...made.matchedRules],
    results: [...made.results],
    shortened: made.shortened === true,
  };
}
