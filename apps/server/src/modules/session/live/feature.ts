// Wires the checks of callers for guard, streams and gateways while a session lives, and the stream of sessions.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Callers, Job, Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Directories, SessionApi } from '../api.ts';
import type { Activity } from '../entry/activity.ts';
import type { Cache } from '../entry/cache.ts';
import { createKnownIdentifiers } from '../entry/known-identifiers.ts';
import type { Loader } from '../entry/loader.ts';
import type { Reader } from '../entry/reader.ts';
import type { Signals } from '../entry/signals.ts';
import { findSession } from '../record/session.store.ts';
import { freshPeriodMs, type SessionSettings } from '../session.settings.ts';
import { createAuthenticator } from './authenticator.ts';
import { createLiveHandlers } from './live.routes.ts';
import { createRefusals, REFUSAL_FLUSH_INTERVAL_MS } from './refusals.ts';
import { createStream, FOLLOW_INTERVAL_MS } from './stream.ts';
import { createUnknownTokenLimit } from './unknown-token-limit.ts';
import { createValidationService } from './validation.service.ts';
import { createWatch, LOOK_INTERVAL_MS } from './watch.ts';

type LiveApi = Pick<SessionApi, 'onEnd' | 'validate'>;

export function createLiveFeature({
  clock,
  database,
  events,
  eventReader,
  log,
  settings,
  cache,
  loader,
  signals,
  activity,
  entryOf,
  directories,
}: Pick<Kernel, 'clock' | 'database' | 'events' | 'eventReader' | 'log'> & {
  readonly settings: SessionSettings;
  readonly cache: Cache;
  readonly loader: Loader;
  readonly signals: Signals;
  readonly activity: Activity;
  readonly entryOf: Reader;
  readonly directories: () => Directories;
}) {
  const refusals = createRefusals({ database, clock, events, loader });
  const watch = createWatch({ clock, cache, loader, isTrusted: signals.isTrusted });
  const unknownTokens = createUnknownTokenLimit();
  const known = createKnownIdentifiers({ database, directories });
  const authenticate = createAuthenticator({ clock, cache, loader, signals, activity, unknownTokens, known, refusals });
  const validation = createValidationService({
    authenticate,
    entryOf,
    tenantOf: async (identifier) => (await findSession(database, identifier))?.tenantIdentifier ?? null,
  });
  const stream = createStream({ database, clock, eventReader, log });
  const following = createRepeatedJob(
    { name: 'session-events', run: () => stream.follow(), intervalMs: () => FOLLOW_INTERVAL_MS },
    log,
  );
  // A close is streamed at once; a begin, of which there is no signal, with the next look.
  cache.onSignal(() => following.wake());
  const api: LiveApi = {
    validate: validation.validate,
    onEnd: (identifier, fn) =>
      watch.onChange(identifier, (current) => {
        if (current === null) fn();
      }),
  };
  const callers: Callers = {
    authenticate,
    freshPeriodMs: (caller) => freshPeriodMs(settings, caller.tenantIdentifier),
    watchCaller: (caller, onChange) => watch.onChange(caller.identifier, onChange),
    findCaller: (identifier) => findCaller(loader, identifier),
    onRefused: refusals.onRefused,
    sameSiteAllowed: (tenantIdentifier) => settings.sameSiteOrigin.get(tenantIdentifier),
  };
  const everywhere = true as const;
  const watching = createRepeatedJob(
    { name: 'session-watch', everywhere, run: () => watch.look(), intervalMs: () => LOOK_INTERVAL_MS },
    log,
  );
  const { flush, finish } = refusals;
  const refusing = createRepeatedJob(
    { name: 'session-refusals', everywhere, run: flush, finish, intervalMs: () => REFUSAL_FLUSH_INTERVAL_MS },
    log,
  );
  const jobs: readonly Job[] = [following, watching, refusing];
  return { api, callers, handlers: createLiveHandlers(validation, stream), jobs };
}

async function findCaller(loader: Loader, identifier: string): Promise<Caller | null> {
  const session = await loader.loadSession(identifier);
  const loaded = session.kind === 'unknown' ? await loader.loadApiKey(identifier) : session;
  return loaded.kind === 'live' ? loaded.entry.caller : null;
}
