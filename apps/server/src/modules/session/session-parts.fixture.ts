// Makes the parts of the session module as one process has them, on a real database, with directory and notifications in the
// test's hand.

import type { ManualClock } from '../../kernel/database/clock.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createIds } from '../../kernel/database/ids.ts';
import type { Authenticated, Rejection } from '../../kernel/http/exchange/guard.ts';
import type { Notify } from '../../kernel/live/notify.ts';
import { createSettings, type SettingValue } from '../../kernel/settings/settings.ts';
import { createTestEvents } from '../../testing/test-events.ts';
import type { BeginSession, BegunSession, Directories, UserAccess, VerifiedApiKey } from './api.ts';
import { createBegin } from './begin/begin.ts';
import { createRoom } from './begin/room.ts';
import { createClosing } from './close/closing.ts';
import { createActivity } from './entry/activity.ts';
import { createCache } from './entry/cache.ts';
import { createKnownIdentifiers } from './entry/known-identifiers.ts';
import { createLoader } from './entry/loader.ts';
import { createSignals } from './entry/signals.ts';
import { createAuthenticator } from './live/authenticator.ts';
import { createRefusals } from './live/refusals.ts';
import { createUnknownTokenLimit } from './live/unknown-token-limit.ts';
import { createWatch } from './live/watch.ts';
import { createRotation } from './own/rotation.ts';
import { sessionSettings } from './session.settings.ts';
import { createExpiry } from './upkeep/expiry.ts';
import { createUpkeep } from './upkeep/upkeep.ts';

export const actor = { username: 'test', tenantIdentifier: 'default', ipAddress: '127.0.0.1', requestId: null };
export const user: UserAccess = {
  userUuid: '019b7700-0000-7000-8000-000000000001',
  roles: ['ROLE_USER'],
  authorities: [{ role: 'ROLE_USER', authority: 'BPMN_TASK' }],
};

export const plainSignIn: Omit<BeginSession, 'username'> = {
  tenantIdentifier: 'default',
  userUuid: user.userUuid,
  securityVersion: 0,
  methods: ['PASSWORD'],
  localeTag: 'en',
  deviceName: '',
  userAgent: '',
  attributes: {},
  replacedIdentifier: null,
  actor,
};

/** Delivers notifications when the test says so. */
export interface ManualNotify extends Notify {
  alive: boolean;
  readonly sent: string[];
  deliver(payload: string): void;
  goDown(): void;
  comeBack(): void;
}

export function createManualNotify(): ManualNotify {
  const listeners: ((payload: string) => void)[] = [];
  const down: (() => void)[] = [];
  const back: (() => void)[] = [];
  const sent: string[] = [];
  return {
    alive: true,
    sent,
    listen: (_, onMessage) => void listeners.push(onMessage),
    send: (_, payload) => void sent.push(payload),
    onDown: (action) => void down.push(action),
    onReconnect: (action) => void back.push(action),
    deliver(payload) {
      for (const listener of listeners) listener(payload);
    },
    goDown() {
      this.alive = false;
      for (const action of down) action();
    },
    comeBack() {
      this.alive = true;
      for (const action of back) action();
    },
  };
}

/** Counts what is asked of the database outside of transactions. */
export function countReads(database: Database): { readonly database: Database; readonly reads: () => number } {
  let reads = 0;
  const counted: Database = {
    ...database,
    rows: (...given) => {
      reads++;
      return database.rows(...given) as never;
    },
    arrays: (...given) => {
      reads++;
      return database.arrays(...given);
    },
    execute: (...given) => {
      reads++;
      return database.execute(...given);
    },
  };
  return { database: counted, reads: () => reads };
}

export interface PartsOptions {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly notify?: ManualNotify;
  /** Runs while a load waits for the directory. */
  readonly whileLoading?: () => Promise<void>;
  readonly apiKey?: VerifiedApiKey;
  readonly cacheMax?: number;
  /** Holds values by code; the others are the defaults. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
}

interface KeyUse {
  readonly uuid: string;
  readonly lastUsedMs: number;
}

/** Knows one user, whoever is asked for, and at most one API key; notes the uses of the key. */
function fixedDirectories(
  whileLoading: () => Promise<void>,
  apiKey: VerifiedApiKey | null,
  uses: KeyUse[],
): Directories {
  return {
    users: {
      async findAccess() {
        await whileLoading();
        return user;
      },
      findStanding: async () => ({ allowed: true, securityVersion: 0 }),
      findHolders: async () => null,
    },
    tenants: { find: async (_, identifier) => ({ identifier, enabled: true, localeTag: 'en' }) },
    apiKeys: {
      findLive: async () => apiKey,
      findKeyHashes: async (_, hashes) => (apiKey === null ? [] : hashes),
      findLiveByUuid: async () => apiKey,
      findStanding: async () => apiKey,
      saveUses: async (given) => void uses.push(...given),
    },
  };
}

export function createSessionParts(options: PartsOptions) {
  const { database, clock, notify = createManualNotify(), whileLoading = async () => undefined } = options;
  const uses: KeyUse[] = [];
  const known = fixedDirectories(whileLoading, options.apiKey ?? null, uses);
  const directories = () => known;
  const settings = createSettings({ find: (code) => options.settings?.[code] }).bind(sessionSettings);
  const ids = createIds(clock);
  const { events } = createTestEvents({ database, clock });
  const cache = createCache(options.cacheMax ?? 100);
  const activity = createActivity({ database, clock, directories });
  const signals = createSignals({ database, clock, notify, cache, listening: true });
  const loader = createLoader({ database, clock, cache, activity, directories });
  const closing = createClosing({ clock, events, signals });
  const { closeFamilies } = closing;
  const room = createRoom({ events, settings, closeFamilies });
  const begins = createBegin({
    clock,
    ids,
    events,
    settings,
    room,
    closeFamilies,
    directories,
    loader,
  });
  const rotate = createRotation({ clock, ids, events, signals, closeFamilies, remember: loader.remember });
  const expiry = createExpiry({ database, clock, events });
  const upkeep = createUpkeep({ database, clock, settings });
  const refusals = createRefusals({ database, clock, events, loader });
  const watch = createWatch({ clock, cache, loader, isTrusted: signals.isTrusted });
  const authenticator = createAuthenticator({
    clock,
    cache,
    loader,
    signals,
    activity,
    unknownTokens: createUnknownTokenLimit(),
    known: createKnownIdentifiers({ database, directories }),
    refusals,
  });
  const authenticate = askerOf(authenticator);
  const begin = async (username = 'ayse', over: Partial<BeginSession> = {}): Promise<BegunSession> => {
    const begun = await database.transaction((tx) => begins.begin(tx, { ...plainSignIn, username, ...over }));
    return begun!;
  };
  const close = (identifier: string) => database.transaction((tx) => closing.close(tx, identifier, 'USER', actor));
  return {
    notify,
    cache,
    activity,
    signals,
    loader,
    closing,
    begins,
    rotate,
    expiry,
    upkeep,
    refusals,
    watch,
    authenticate,
    begin,
    close,
    uses,
  };
}

/** Asks what the guard would ask; a promise only where the database was read. */
function askerOf(authenticator: ReturnType<typeof createAuthenticator>) {
  return (token: string, remoteAddress = '127.0.0.1', passive = false, userAgent = '') =>
    authenticator({
      kind: token.startsWith('svc_key_') ? 'api-key' : 'session',
      token,
      carrier: 'bearer',
      remoteAddress,
      userAgent,
      passive,
    });
}

export function isAdmitted(answer: Authenticated | Rejection): answer is Authenticated {
  return 'caller' in answer;
}
