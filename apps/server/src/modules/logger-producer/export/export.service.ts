// Exports the events that the caller may see as a file.
import { type Download, exportedEventsMax, type SvcEventLogExportModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import { type EventPlace, type EventQuery, type EventReading, toEventModel, typesSeenBy } from '../reading/feature.ts';
import { EVENT_FORMATS, type EventFormat } from './event-file.ts';

const EVENTS_READ_FIRST = 100;
const EVENTS_READ_MAX = 1_000;
/** Characters of a file that are held at a time, whatever the size of its events. */
const PART_LENGTH = 2_097_152;

interface ExportParts extends Pick<Kernel, 'database'> {
  readonly reading: EventReading;
}

export function createExportService({ database, reading }: ExportParts) {
  /** Reads page by page after the last event: no connection is held while the client takes its time. */
  async function* linesOf(query: EventQuery, { head, line }: EventFormat): AsyncGenerator<string> {
    if (head !== '') yield head;
    let after: EventPlace | null = null;
    let limit = EVENTS_READ_FIRST;
    for (;;) {
      const rows = await reading.walk(query, after, limit);
      const part = rows
        .slice(0, limit)
        .map(({ placeTime: _place, ...row }) => line(toEventModel(row as Parameters<typeof toEventModel>[0])))
        .join('');
      if (part !== '') yield part;
      if (rows.length <= limit) return;
      const { placeTime: time, uuid } = rows[limit - 1]!;
      after = { time, uuid };
      limit = Math.max(1, Math.min(EVENTS_READ_MAX, Math.floor((PART_LENGTH * limit) / part.length)));
    }
  }

  return {
    /**
     * Exports events; 403 ACCESS_DENIED for callers who may see none; 422 RESULT_TOO_LARGE before anything is written.
     */
    async exportEvents(act: Act, { query: asked = {}, format }: SvcEventLogExportModel): Promise<Download> {
      if (typesSeenBy(act.caller).length === 0) fail('ACCESS_DENIED');
      const query = reading.queryOf(act, asked);
      const isEmpty = query.eventTypes?.length === 0;
      const count = isEmpty
        ? 0
        : await reading.look(act, query, asked, () => reading.countUpTo(query, exportedEventsMax + 1));
      if (count > exportedEventsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: exportedEventsMax } });
      await database.transaction((tx) =>
        act.record(tx, loggerProducerEvents.exported, null, { query: asked, format, count }),
      );
      const file = EVENT_FORMATS[format];
      const { mediaType, fileName, head } = file;
      return { mediaType, fileName, chunks: isEmpty ? only(head) : linesOf(query, file) };
    },
  };
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}
