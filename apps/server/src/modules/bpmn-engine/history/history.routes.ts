// Answers the operations on the history.
import { type bpmnEngineModule, timelineEntriesMax } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import type { HistoryService } from './history.service.ts';
import { timelineEntryToWire } from './history.wire.ts';
import type { Cleanup } from './removal/cleanup.service.ts';
import type { RemovalService } from './removal/removal.service.ts';
import { replayToWire } from './replay.wire.ts';

type HistoryHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  'getTimeline' | 'replayProcessInstance' | 'deleteProcessInstanceHistory' | 'cleanUpHistory'
>;

export function createHistoryHandlers({
  service,
  removal,
  cleanup,
  clock,
}: {
  readonly service: HistoryService;
  readonly removal: RemovalService;
  readonly cleanup: Pick<Cleanup, 'cleanNow'>;
  readonly clock: Clock;
}): HistoryHandlers {
  return {
    cleanUpHistory: ({ act }) => cleanup.cleanNow(act),
    deleteProcessInstanceHistory: ({ params, act }) => removal.remove(act, params.id),
    async getTimeline({ params, query, act }) {
      const from = query.cursor === undefined ? 0 : parseCursor(query.cursor);
      const found = await service.get(act, params.id);
      const entries = found.history.timeline();
      const shown = entries.slice(from, from + timelineEntriesMax);
      const next = from + shown.length;
      const data = shown.map((entry) => timelineEntryToWire(found, entry));
      return { data, nextCursor: next < entries.length ? String(next) : null };
    },
    async replayProcessInstance({ params, query, act }) {
      const at = query.at === undefined ? clock.now() : Date.parse(query.at);
      return replayToWire(await service.replay(act, params.id, at), at);
    },
  };
}

/** Reads a cursor, which is the number of the next entry. */
function parseCursor(cursor: string): number {
  if (!/^(0|[1-9][0-9]{0,8})$/.test(cursor)) {
    invalid({ field: 'query.cursor', code: 'PATTERN', message: 'Send the nextCursor of the answer before.' });
  }
  return Number(cursor);
}
