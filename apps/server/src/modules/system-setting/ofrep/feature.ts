// Puts the parts of OFREP together.

import type { FanOut } from '../../../kernel/live/fan-out.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Bound } from '../../../kernel/settings/settings.ts';
import type { ReadLimit } from '../read/read-limit.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { createViewRevisions } from '../snapshot/view-revisions.ts';
import type { systemSettingSettings } from '../system-setting.settings.ts';
import type { UserValueService } from '../user/user-value.service.ts';
import { createFlagLists } from './flag-lists.ts';
import { createOfrepEvents, type OpenFlagStream } from './flag-stream-opening.ts';
import { createFlagStreams } from './flag-streams.ts';
import { createOfrepService, type OfrepService } from './ofrep.service.ts';
import { createOriginList } from './origin-list.ts';
import { createStreamTickets } from './stream-ticket.ts';

export interface OfrepFeature extends OfrepService {
  readonly openStream: OpenFlagStream;
  readonly streamCount: () => number;
  /** Whose pages may read the answers. */
  readonly origins: () => ReadonlySet<string>;
}

export interface OfrepFeatureDependencies extends Pick<Kernel, 'clock' | 'keys'> {
  /** Not loaded yet. */
  readonly snapshot: SettingSnapshot;
  readonly users: Pick<UserValueService, 'load'>;
  readonly readLimit: ReadLimit;
  readonly fanOut: FanOut;
  readonly settings: Bound<typeof systemSettingSettings>;
  readonly findCaller: (identifier: string) => Promise<Caller | null>;
}

export function createOfrepFeature(deps: OfrepFeatureDependencies): OfrepFeature {
  const { clock, keys, snapshot, users, readLimit, fanOut, settings, findCaller } = deps;
  const enabled = (): boolean => settings.ofrepEnabled.get(null);
  const monotonic = (): number => performance.now();
  const revisions = createViewRevisions(snapshot, monotonic);
  const lists = createFlagLists(snapshot.index);
  // The numbers of a database that was restored begin again with other contents.
  snapshot.onRevision((_rows, _revision, whole) => {
    if (whole) lists.forget();
  });
  const tickets = createStreamTickets(keys);
  const streams = createFlagStreams({ snapshot, revisions, clock, fanOut, enabled, monotonic });
  const openStream = createOfrepEvents({
    ...{ snapshot, streams, tickets, clock, enabled, findCaller },
    streamsOfUserMax: () => settings.streamsPerUser.get(null),
  });
  const service = createOfrepService({
    ...{ snapshot, revisions, users, lists, tickets, clock, readLimit, enabled },
    publicPath: () => settings.ofrepPublicPath.get(null),
  });
  return {
    ...service,
    openStream,
    streamCount: streams.count,
    origins: createOriginList(() => settings.ofrepAllowedOrigins.get(null)),
  };
}
