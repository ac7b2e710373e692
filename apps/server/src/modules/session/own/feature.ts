// Wires the own session of a caller: what it is, its new token, its attributes.
import type { Kernel } from '../../../kernel/module.ts';
import type { Directories, SessionApi } from '../api.ts';
import type { CloseApi } from '../close/feature.ts';
import type { Loader } from '../entry/loader.ts';
import type { Reader } from '../entry/reader.ts';
import type { Signals } from '../entry/signals.ts';
import type { SessionSettings } from '../session.settings.ts';
import { createOwnHandlers } from './own.routes.ts';
import { createOwnService } from './own.service.ts';
import { createRotation, findEndReason } from './rotation.ts';

type OwnApi = Pick<SessionApi, 'rotate' | 'endReasonOf'>;

export function createOwnFeature({
  clock,
  database,
  ids,
  events,
  settings,
  directories,
  signals,
  entryOf,
  loader,
  closeFamilies,
}: Pick<Kernel, 'clock' | 'database' | 'ids' | 'events'> & {
  readonly settings: SessionSettings;
  readonly directories: () => Directories;
  readonly signals: Signals;
  readonly entryOf: Reader;
  readonly loader: Pick<Loader, 'remember'>;
  readonly closeFamilies: CloseApi['closeFamilies'];
}) {
  const rotate = createRotation({ clock, ids, events, signals, closeFamilies, remember: loader.remember });
  const service = createOwnService({ clock, database, signals, rotate, entryOf, directories, settings });
  const api: OwnApi = {
    rotate,
    endReasonOf: (queryable, identifier) => findEndReason(queryable, identifier, clock.now()),
  };
  return { api, handlers: createOwnHandlers(service) };
}
