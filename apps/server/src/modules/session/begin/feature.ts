// Wires sessions that begin: of sign-ins, of API keys, and of requests.
import type { Kernel } from '../../../kernel/module.ts';
import type { Directories, SessionApi } from '../api.ts';
import type { CloseApi } from '../close/feature.ts';
import type { Loader } from '../entry/loader.ts';
import type { SessionSettings } from '../session.settings.ts';
import { createBeginHandlers } from './begin.routes.ts';
import { createBeginService } from './begin.service.ts';
import { createBegin } from './begin.ts';
import { createDenialRecord, createRoom } from './room.ts';

type BeginApi = Pick<SessionApi, 'begin' | 'beginSystem' | 'recordDenial' | 'lockUser' | 'hold'>;

export function createBeginFeature({
  clock,
  database,
  events,
  ids,
  settings,
  directories,
  closeFamilies,
  loader,
}: Pick<Kernel, 'clock' | 'database' | 'events' | 'ids'> & {
  readonly settings: SessionSettings;
  readonly directories: () => Directories;
  readonly closeFamilies: CloseApi['closeFamilies'];
  readonly loader: Pick<Loader, 'mark' | 'rememberBegun'>;
}) {
  const room = createRoom({ events, settings, closeFamilies });
  const begins = createBegin({ clock, ids, events, directories, settings, room, closeFamilies, loader });
  const recordDenial = createDenialRecord({ database, events });
  const { begin, beginSystem, lock, hold } = begins;
  const api: BeginApi = {
    begin,
    beginSystem,
    recordDenial,
    lockUser: (tx, user) => lock(tx, user),
    hold,
  };
  const service = createBeginService({ clock, database, ids, begins, directories, settings, recordDenial });
  return { api, handlers: createBeginHandlers(service) };
}
