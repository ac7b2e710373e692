// Answers the contract operation of the stream of changes.
import type { SettingHandlers } from '../system-setting.types.ts';
import type { createSettingStreams } from './setting-streams.ts';

export function createStreamHandlers(
  streams: ReturnType<typeof createSettingStreams>,
): SettingHandlers<'streamChanges'> {
  return { streamChanges: async ({ act, query }) => streams.stream(act, query.codePrefix) };
}
