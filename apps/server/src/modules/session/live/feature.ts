// What guard, streams and gateways ask about callers, and the stream of sessions, with the background work behind them.

import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Callers, Job } from '../../../kernel/module.ts';
import type { Logger } from '../../../kernel/process/log.ts';
import type { EventReader } from '../../../kernel/records/event-reader.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { SessionActivity } from '../entry/activity.ts';
import type { SessionCache } from '../entry/cache.ts';
import type { SessionLoader } from '../entry/loader.ts';
import { createEntryReader } from '../entry/reader.ts';
import type { SessionSignals } from '../entry/signals.ts';
import { findSession } from '../record/session.store.ts';
import { freshPeriodMs, type SessionSettings } from '../session.settings.ts';
import { createSessionAuthenticator } from './authenticator.ts';
import { createSessionRefusals, REFUSAL_FLUSH_INTERVAL_MS, type SessionRefusals } from './refusals.ts';
import { createSessionEvents, FOLLOW_INTERVAL_MS, type SessionEvents } from './stream.ts';
import { createUnknownTokenLimit } from './unknown-token-limit.ts';
import { createSessionValidation, type SessionValidation } from './validation.service.ts';
import { createSessionWatch, LOOK_INTERVAL_MS, type SessionWatch } from './watch.ts';

export interface SessionCallers {
  readonly callers: Callers;
  readonly watch: SessionWatch;
  readonly validation: SessionValidation;
  readonly stream: SessionEvents['stream'];
  readonly jobs: readonly Job[];
}

export interface SessionCallersDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly events: EventRecorder;
  readonly eventReader: EventReader;
  readonly log: Logger;
  readonly settings: SessionSettings;
  readonly cache: SessionCache;
  readonly loader: SessionLoader;
  readonly signals: SessionSignals;
  readonly activity: SessionActivity;
}

export function createSessionCallers(deps: SessionCallersDependencies): SessionCallers {
  const { clock, database, events, eventReader, log, settings, cache, loader, signals, activity } = deps;
  const refusals = createSessionRefusals({ database, clock, events, loader });
  const watch = createSessionWatch({ clock, cache, loader, isTrusted: signals.isTrusted });
  const unknownTokens = createUnknownTokenLimit();
  const authenticate = createSessionAuthenticator({
    ...{ clock, cache, loader, signals, activity, unknownTokens, refusals },
  });
  const validation = createSessionValidation({
    authenticate,
    entryOf: createEntryReader({ cache, loader }),
    tenantOf: async (identifier) => (await findSession(database, identifier))?.tenantIdentifier ?? null,
  });
  const sessionEvents = createSessionEvents({ database, clock, eventReader, log });
  const following = createRepeatedJob(
    { name: 'session-events', run: () => sessionEvents.follow(), intervalMs: () => FOLLOW_INTERVAL_MS },
    log,
  );
  // A close is told at once; a begin, of which there is no signal, with the next look.
  cache.onSignal(() => following.wake());
  return {
    watch,
    validation,
    stream: sessionEvents.stream,
    callers: {
      authenticate,
      freshPeriodMs: (caller) => freshPeriodMs(settings, caller.tenantIdentifier),
      watchCaller: (caller, onChange) => watch.onChange(caller.identifier, onChange),
      findCaller: (identifier) => findCaller(loader, identifier),
      onRefused: refusals.onRefused,
      sameSiteAllowed: (tenantIdentifier) => settings.sameSiteOrigin.get(tenantIdentifier),
    },
    jobs: [following, watchJob(watch, log), refusalJob(refusals, log)],
  };
}

async function findCaller(loader: SessionLoader, identifier: string): Promise<Caller | null> {
  const session = await loader.loadSession(identifier);
  const loaded = session.kind === 'unknown' ? await loader.loadApiKey(identifier) : session;
  return loaded.kind === 'live' ? loaded.entry.caller : null;
}

function watchJob(watch: SessionWatch, log: Logger): Job {
  const run = (): Promise<void> => watch.look();
  return createRepeatedJob({ name: 'session-watch', everywhere: true, run, intervalMs: () => LOOK_INTERVAL_MS }, log);
}

function refusalJob({ flush, finish }: SessionRefusals, log: Logger): Job {
  return createRepeatedJob(
    {
      ...{ name: 'session-refusals', everywhere: true, run: flush, finish },
      intervalMs: () => REFUSAL_FLUSH_INTERVAL_MS,
    },
    log,
  );
}
