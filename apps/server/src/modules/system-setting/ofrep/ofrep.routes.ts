// Answers the contract operations of OFREP.
import type { SettingHandlers } from '../system-setting.types.ts';
import type { createFlagStreamOpening } from './flag-stream-opening.ts';
import type { createOfrepService } from './ofrep.service.ts';

export function createOfrepHandlers({
  flags,
  openStream,
}: {
  readonly flags: ReturnType<typeof createOfrepService>;
  readonly openStream: ReturnType<typeof createFlagStreamOpening>;
}): SettingHandlers<'evaluateFlag' | 'evaluateFlags' | 'streamFlagChanges'> {
  return {
    evaluateFlag: ({ act, params, query, body }) =>
      flags.single(act, { key: params.key, body, refetchEtag: query.flagConfigEtag }),
    evaluateFlags: ({ act, query, body }) => flags.bulk(act, { body, refetchEtag: query.flagConfigEtag }),
    streamFlagChanges: ({ act, query }) => openStream(act, query.ticket),
  };
}
