// Wires sessions that end: named ones, those of users, tenants and keys, those that a query matches, all.
import type { Kernel } from '../../../kernel/module.ts';
import type { Directories, SessionApi } from '../api.ts';
import type { Activity } from '../entry/activity.ts';
import type { Signals } from '../entry/signals.ts';
import type { SessionSettings } from '../session.settings.ts';
import { createByQueryService } from './by-query.service.ts';
import { createCloseHandlers } from './close.routes.ts';
import { createCloseService } from './close.service.ts';
import { type Closing, createClosing } from './closing.ts';
import { createDependents, type Dependents } from './dependents.ts';

/** Ends sessions, for other modules and for the features that begin and rotate them. */
export type CloseApi = Dependents &
  Pick<SessionApi, 'close' | 'closeByUser' | 'closeByTenant'> &
  Pick<Closing, 'closeFamilies'>;

export function createCloseFeature({
  clock,
  database,
  events,
  settings,
  directories,
  activity,
  signals,
}: Pick<Kernel, 'clock' | 'database' | 'events'> & {
  readonly settings: SessionSettings;
  readonly directories: () => Directories;
  readonly activity: Activity;
  readonly signals: Signals;
}) {
  const closing = createClosing({ clock, events, signals });
  const service = createCloseService({ clock, database, activity, closing, settings });
  const closeByQuery = createByQueryService({ clock, database, activity, events, signals, closing, directories });
  const { close, closeByUser, closeByTenant, closeFamilies } = closing;
  const api: CloseApi = {
    ...createDependents({ clock, signals, closeFamilies }),
    close,
    closeByUser,
    closeByTenant,
    closeFamilies,
  };
  return { api, handlers: createCloseHandlers(service, closeByQuery) };
}
