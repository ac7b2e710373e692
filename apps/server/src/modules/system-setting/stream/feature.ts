// Wires the stream of changes of settings.
import type { Database } from '../../../kernel/database/database.ts';
import type { FanOut } from '../../../kernel/live/fan-out.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { createSettingStreams } from './setting-streams.ts';
import { createStreamHandlers } from './stream.routes.ts';

export function createStreamFeature(given: {
  readonly database: Database;
  readonly snapshot: SettingSnapshot;
  readonly log: Logger;
  readonly fanOut: FanOut;
  readonly streamsOfUserMax: () => number;
}) {
  const streams = createSettingStreams(given);
  return { handlers: createStreamHandlers(streams), api: { count: streams.count } };
}
