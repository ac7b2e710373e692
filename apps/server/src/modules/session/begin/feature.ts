// Puts together what begins sessions: the limits, the sign-ins of others, and the operations of requests.
import type { Kernel } from '../../../kernel/module.ts';
import type { Directories, SessionApi } from '../api.ts';
import type { SessionClosing } from '../close/close.service.ts';
import type { SessionLifecycle } from '../close/closing.ts';
import type { SessionActivity } from '../entry/activity.ts';
import { findNewestAuthorities } from '../entry/grants.ts';
import type { SessionSignals } from '../entry/signals.ts';
import { createOwnSessionService } from '../own/own.service.ts';
import type { RotateSessionIn } from '../own/rotation.ts';
import type { SessionService } from '../query/query.service.ts';
import type { SessionSettings } from '../session.settings.ts';
import { createSystemSessionService } from '../system-session.service.ts';
import { createBeginHandlers } from './begin.routes.ts';
import { createSessionBeginService } from './begin.service.ts';
import { createSessionBegin } from './begin.ts';
import { createDenialRecord, createSessionRoom } from './room.ts';

export interface BeginFeatureDependencies {
  readonly kernel: Kernel;
  readonly settings: SessionSettings;
  readonly directories: () => Directories;
  readonly activity: SessionActivity;
  readonly signals: SessionSignals;
  readonly lifecycle: SessionLifecycle;
  readonly closing: SessionClosing;
  readonly rotate: RotateSessionIn;
}

export function createBeginFeature(deps: BeginFeatureDependencies) {
  const { settings, directories, activity, signals, lifecycle, closing, rotate } = deps;
  const { clock, database, events, ids } = deps.kernel;
  const { closeFamilies } = lifecycle;
  const makeRoom = createSessionRoom({
    ...{ events, settings },
    closeOldest: (tx, identifiers, actor) => closeFamilies(tx, identifiers, 'LIMIT', actor),
  });
  const sessionBegin = createSessionBegin({ clock, ids, events, directories, settings, makeRoom, closeFamilies });
  const recordDenial = createDenialRecord({ database, events });
  const begins = createSessionBeginService({
    ...{ clock, database, ids, sessionBegin, directories, settings, recordDenial },
  });
  const own = createOwnSessionService({ clock, database, signals, rotate, directories });
  const system = createSystemSessionService({ clock, database, activity, lifecycle, closing, settings });
  return {
    api: {
      begin: sessionBegin.begin,
      beginSystem: sessionBegin.beginSystem,
      recordDenial,
      lockUser: (tx, user) => sessionBegin.lock(tx, user.tenantIdentifier, [user]),
      authoritiesOf: (tenantIdentifier, username) =>
        findNewestAuthorities(database, directories(), tenantIdentifier, username, clock.now()),
    } satisfies Partial<SessionApi>,
    handlers: (sessions: Pick<SessionService, 'pageOfTenant'>) =>
      createBeginHandlers({ begins, own, system, sessions }),
  };
}
