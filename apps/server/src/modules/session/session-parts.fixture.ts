// The parts of the session module as one process has them, on a real database, with directory and notifications in the test's hand.

import type { ManualClock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import { createEventRecorder } from '../../kernel/events.ts';
import type { Authenticated, Rejection } from '../../kernel/guard.ts';
import { createIds } from '../../kernel/ids.ts';
import type { Notify } from '../../kernel/notify.ts';
import type { BegunSession, Directories, UserAccess, VerifiedApiKey } from './api.ts';
import { createSessionActivity } from './session-activity.ts';
import { createSessionAuthenticator } from './session-authenticator.ts';
import { createSessionCache } from './session-cache.ts';
import { createSessionLifecycle } from './session-lifecycle.ts';
import { createSessionLoader } from './session-loader.ts';
import { createSessionSignals } from './session-signals.ts';
import { createUnknownTokenLimit } from './unknown-token-limit.ts';

export const actor = { username: 'test', ipAddress: '127.0.0.1', requestId: null };
const user: UserAccess = {
  userUuid: '019b7700-0000-7000-8000-000000000001',
  roles: ['ROLE_USER'],
  authorities: [{ role: 'ROLE_USER', authority: 'BPMN_TASK' }],
};

/** Notifications that arrive when the test says so. */
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
}

export function createSessionParts(options: PartsOptions) {
  const { database, clock, notify = createManualNotify(), whileLoading = async () => undefined } = options;
  const uses: { readonly uuid: string; readonly lastUsedMs: number }[] = [];
  const directories: Directories = {
    users: {
      async findAccess() {
        await whileLoading();
        return user;
      },
      findStanding: async () => ({ allowed: true, securityVersion: 0 }),
    },
    apiKeys: {
      findLive: async () => options.apiKey ?? null,
      saveUses: async (given) => void uses.push(...given),
    },
  };
  const ids = createIds(clock);
  const events = createEventRecorder({
    clock,
    ids,
    groupCommit: { defineWriter: (definition) => ({ definition, index: 0 }) },
  });
  const cache = createSessionCache(options.cacheMax ?? 100);
  const activity = createSessionActivity({ database, clock, directories: () => directories });
  const signals = createSessionSignals({ database, clock, notify, cache, listening: true });
  const loader = createSessionLoader({ database, clock, cache, activity, directories: () => directories });
  const lifecycle = createSessionLifecycle({ clock, ids, events, signals, directories: () => directories });
  const authenticator = createSessionAuthenticator({
    ...{ clock, cache, loader, signals, activity },
    unknownTokens: createUnknownTokenLimit(),
  });
  /** What the guard would ask; a promise only where the database was read. */
  const authenticate = (token: string, remoteAddress = '127.0.0.1', passive = false) =>
    authenticator({
      kind: token.startsWith('svc_key_') ? 'api-key' : 'session',
      token,
      carrier: 'bearer',
      remoteAddress,
      userAgent: '',
      passive,
    });
  const begin = async (username = 'ayse'): Promise<BegunSession> => {
    const begun = await database.transaction((tx) =>
      lifecycle.begin(tx, {
        tenantIdentifier: 'default',
        username,
        userUuid: user.userUuid,
        securityVersion: 0,
        methods: ['PASSWORD'],
        localeTag: 'en',
        deviceName: '',
        userAgent: '',
        attributes: {},
        replacedIdentifier: null,
        actor,
      }),
    );
    return begun!;
  };
  const close = (identifier: string) => database.transaction((tx) => lifecycle.close(tx, identifier, 'USER', actor));
  return { notify, cache, activity, signals, loader, lifecycle, authenticate, begin, close, uses };
}

export function isAdmitted(answer: Authenticated | Rejection): answer is Authenticated {
  return 'caller' in answer;
}
