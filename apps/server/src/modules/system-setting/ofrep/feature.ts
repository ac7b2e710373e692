// Wires settings as flags of OpenFeature, over the OpenFeature Remote Evaluation Protocol 0.3.0.
import type { FanOut } from '../../../kernel/live/fan-out.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Bound } from '../../../kernel/settings/settings.ts';
import type { ReadFeature } from '../read/feature.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { createViewRevisions } from '../snapshot/view-revisions.ts';
import type { systemSettingSettings } from '../system-setting.settings.ts';
import type { UserFeature } from '../user/feature.ts';
import { createFlagLists } from './flag-lists.ts';
import { createFlagStreamOpening } from './flag-stream-opening.ts';
import { createFlagStreams } from './flag-streams.ts';
import { createOfrepHandlers } from './ofrep.routes.ts';
import { createOfrepService } from './ofrep.service.ts';
import { createOfrepForm } from './ofrep-form.ts';
import { createOriginList } from './origin-list.ts';
import { createStreamTickets } from './stream-ticket.ts';

export function createOfrepFeature({
  clock,
  keys,
  snapshot,
  users,
  readLimit,
  fanOut,
  settings,
  findCaller,
}: Pick<Kernel, 'clock' | 'keys'> & {
  /** The snapshot, which may not be loaded yet. */
  readonly snapshot: SettingSnapshot;
  readonly users: UserFeature['api'];
  readonly readLimit: ReadFeature['api']['readLimit'];
  readonly fanOut: FanOut;
  readonly settings: Bound<typeof systemSettingSettings>;
  readonly findCaller: (identifier: string) => Promise<Caller | null>;
}) {
  const enabled = (): boolean => settings.ofrepEnabled.get(null);
  const monotonic = (): number => performance.now();
  const revisions = createViewRevisions(snapshot, monotonic);
  const lists = createFlagLists(snapshot.index);
  // A restored database counts its revisions again, with other contents.
  snapshot.onRevision((_rows, _revision, whole) => {
    if (whole) lists.forget();
  });
  const tickets = createStreamTickets(keys);
  const streams = createFlagStreams({ snapshot, revisions, clock, fanOut, enabled, monotonic });
  const openStream = createFlagStreamOpening({
    snapshot,
    streams,
    tickets,
    clock,
    enabled,
    findCaller,
    streamsOfUserMax: () => settings.streamsPerUser.get(null),
  });
  const flags = createOfrepService({
    snapshot,
    revisions,
    users,
    lists,
    tickets,
    clock,
    readLimit,
    enabled,
    publicPath: () => settings.ofrepPublicPath.get(null),
  });
  return {
    handlers: createOfrepHandlers({ flags, openStream }),
    replyForm: createOfrepForm(createOriginList(() => settings.ofrepAllowedOrigins.get(null))),
    api: { streamCount: streams.count },
  };
}
