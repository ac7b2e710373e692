// Says what is and was at the elements of a version: of all its instances, or of one.
import { sampledDays, sampledInstancesMax } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Clock } from '../../../../kernel/database/clock.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { FoundHistory, HistoryApi } from '../../history/feature.ts';
import type { DefinitionUse } from '../deployment.types.ts';
import type { RepositoryService } from '../repository.service.ts';
import type { ElementCount, ElementRow, StatisticsStore } from './statistics.store.ts';

const NOTHING_RUNS: DefinitionUse = { running: 0, suspended: 0, incidents: 0 };
/** Types of elements whose waits are armed for a token that stands elsewhere, and stand for none themselves. */
const BESIDE = new Set(['boundaryEvent', 'startEvent']);

interface Mark {
  readonly elementId: string;
  readonly elementName: string | null;
  readonly elementType: string;
  readonly running: number;
  readonly incidents: number;
}

export function createStatisticsService({
  clock,
  store,
  repository,
  history,
}: {
  readonly clock: Clock;
  readonly store: StatisticsStore;
  readonly repository: Pick<RepositoryService, 'getDefinition' | 'countInstances'>;
  readonly history: Pick<HistoryApi, 'get' | 'catchUp'>;
}) {
  return {
    async statistics(act: Act, id: string) {
      const { caller } = act;
      await repository.getDefinition(act, id);
      await history.catchUp();
      const { tenantIdentifier } = caller;
      const since = new Date(clock.now() - sampledDays * DAY_MS);
      const query = { tenantIdentifier, definitionId: id, since, most: sampledInstancesMax };
      const [uses, elements, counts, sample, measured] = await Promise.all([
        repository.countInstances({ caller }, [id]),
        store.elements(id),
        store.counts(tenantIdentifier, id),
        store.sample(query),
        store.measure(query),
      ]);
      const measuredAt = new Map(measured.map(({ node, ...durations }) => [node, durations]));
      const shown = marksOf(elements, counts).map((mark, node) => {
        const { completed = 0, mean = null, p95 = null } = measuredAt.get(node) ?? {};
        return { ...mark, completed, meanDurationMillis: mean, p95DurationMillis: p95 };
      });
      return {
        use: uses.get(id) ?? NOTHING_RUNS,
        sample,
        elements: shown.filter(({ running, incidents, completed }) => running + incidents + completed > 0),
      };
    },

    /** Marks of all instances that run; nothing counts how often each element was completed. */
    async diagram(act: Act, id: string) {
      await repository.getDefinition(act, id);
      const { tenantIdentifier } = act.caller;
      const [elements, counts] = await Promise.all([store.elements(id), store.counts(tenantIdentifier, id)]);
      const marks = marksOf(elements, counts).map((mark) => ({ ...mark, completed: null }));
      return { elements: marks.filter(({ running, incidents }) => running + incidents > 0), flows: [] };
    },

    /** Marks of one instance, running or ended, from its own history. */
    async diagramOf(act: Act, id: string, instanceId: string) {
      await repository.getDefinition(act, id);
      const found = await history.get(act, instanceId);
      if (found.compiled.id !== id) return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: instanceId });
      const [elements, incidents] = await Promise.all([
        store.elements(id),
        store.incidentsOf(found.origin.tenant_identifier, instanceId),
      ]);
      const { active, completed } = countActivities(found);
      const marks = marksOf(elements, incidents).map((mark) => ({
        ...mark,
        running: active.get(mark.elementId) ?? 0,
        completed: completed.get(mark.elementId) ?? 0,
      }));
      const flows = [...countFlows(found)].map(([flowId, taken]) => ({ flowId, taken }));
      return { elements: marks.filter((mark) => mark.running + mark.incidents + mark.completed > 0), flows };
    },
  };
}

export type StatisticsService = ReturnType<typeof createStatisticsService>;

/** Answers a mark for each element, in the order of the model. */
function marksOf(elements: readonly ElementRow[], counts: readonly ElementCount[]): readonly Mark[] {
  const countAt = new Map(counts.map((count) => [count.element_id, count]));
  return elements.map(([elementId, elementName, elementType]) => {
    const { running = 0, incidents = 0 } = countAt.get(elementId) ?? {};
    return { elementId, elementName, elementType, running: BESIDE.has(elementType) ? 0 : running, incidents };
  });
}

/** Counts activities; those completed by an earlier version are none of this version's elements. */
function countActivities({ history, compiled }: FoundHistory) {
  const active = new Map<string, number>();
  const completed = new Map<string, number>();
  for (const { elementId, state, processDefinitionId } of history.activities()) {
    if (history.versionOf(processDefinitionId) !== compiled) continue;
    if (state === 'ACTIVE') active.set(elementId, (active.get(elementId) ?? 0) + 1);
    else if (state === 'COMPLETED') completed.set(elementId, (completed.get(elementId) ?? 0) + 1);
  }
  return { active, completed };
}

function countFlows({ history }: FoundHistory): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { kind, elementId } of history.timeline()) {
    if (kind === 'flow-taken' && elementId !== null) taken.set(elementId, (taken.get(elementId) ?? 0) + 1);
  }
  return taken;
}
