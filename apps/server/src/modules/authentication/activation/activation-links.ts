// Makes links by which a person sets the first password.
import type { Clock } from '../../../kernel/clock.ts';
import type { Config } from '../../../kernel/config.ts';
import type { Transaction } from '../../../kernel/database.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SessionApi } from '../../session/api.ts';
import { saveActivationToken } from './one-time-token.store.ts';

/** 256 bits: nobody guesses one in the days that it lives. */
const TOKEN_BYTES = 32;
const PAGE_PATH = '/auth/pages/activate';
// Addresses that a process listens on and no browser can go to.
const UNROUTABLE_HOSTS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export interface ActivationLinks {
  /** Ends the user's older links. The token stands behind `#`, so that no server log and no Referer gets it. */
  issue(tx: Transaction, userId: number, lifetimeMs: number): Promise<string>;
}

export function createActivationLinks(deps: {
  readonly config: Pick<Config, 'publicUrl' | 'listen'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly session: () => SessionApi;
}): ActivationLinks {
  const { config, clock, ids, session } = deps;
  return {
    async issue(tx, userId, lifetimeMs) {
      const token = ids.secret(TOKEN_BYTES);
      const nowMs = clock.now();
      const tokenHash = session().identifierOf(token);
      await saveActivationToken(tx, { tokenHash, userId, now: new Date(nowMs), expiry: new Date(nowMs + lifetimeMs) });
      return `${publicAddress(config)}${PAGE_PATH}#token=${token}`;
    },
  };
}

/** The public address, or the one that this process listens on. */
function publicAddress({ publicUrl, listen }: Pick<Config, 'publicUrl' | 'listen'>): string {
  if (publicUrl !== null) return publicUrl;
  const host = UNROUTABLE_HOSTS[listen.host] ?? listen.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${listen.port}`;
}
