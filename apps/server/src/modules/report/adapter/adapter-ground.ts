// Basis of the operations on an adapter: its secret, its breaker, and the connection to its database.
import type { Kernel } from '../../../kernel/module.ts';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import type { Adapter } from './adapter.store.ts';
import { AdapterError, type AdapterErrorCode } from './connection/adapter-error.ts';
import { readAdapterUrl } from './connection/adapter-url.ts';
import { type Breakers, createBreakers } from './connection/breakers.ts';
import {
  type AdapterConnection,
  type AdapterTarget,
  type ConnectParts,
  connectAdapter,
} from './connection/connect-adapter.ts';

export const SEAL_PURPOSE = 'report';

/** Ties a secret to the row in which alone it can be opened. */
export const secretOwner = (uuid: string): string => `adapter:${uuid}`;

/**
 * Errors that do not count as failures of the database: the program refuses without asking the network, or the server
 * has answered.
 */
const NO_FAILURE: ReadonlySet<AdapterErrorCode> = new Set([
  'DISABLED',
  'PAUSED',
  'HOST_NOT_ALLOWED',
  'OWN_DATABASE',
  'SECRET_MISSING',
]);

export type AdapterParts = ConnectParts & Pick<Kernel, 'database' | 'clock' | 'ids' | 'keys' | 'settings'>;

/** Fields of an adapter, stored or not, that a connection needs. */
export type ReachedFields = Pick<
  Adapter,
  'tenantIdentifier' | 'url' | 'username' | 'secretSettingCode' | 'allowedHostList' | 'caCertificate'
>;

export interface AdapterGround extends AdapterParts {
  readonly breakers: Breakers;
  sealSecret(uuid: string, secret: string): string;
  /** Opens the secret; null where no key opens it any more. */
  openSecret(adapter: Pick<Adapter, 'uuid' | 'secretSealed'>): string | null;
  /**
   * Answers the target of a connection; `own` is the adapter's secret, null where it has none or a setting holds it.
   */
  targetOf(fields: ReachedFields, own: string | null): AdapterTarget;
  /** Opens a connection to a stored adapter unless it is disabled or left alone. Rejects with an `AdapterError`, as `connectAdapter`. */
  open(adapter: Adapter, withinMs: number): Promise<AdapterConnection>;
}

/** Key of a breaker: a changed adapter is another one, since earlier failures say nothing about it. */
const breakerKey = ({ uuid, version }: Adapter): string => `${uuid} ${version}`;

export function createAdapterGround(parts: AdapterParts): AdapterGround {
  const seal = createSeal(parts.keys, SEAL_PURPOSE);
  const breakers = createBreakers(parts.clock);

  const ground: AdapterGround = {
    ...parts,
    breakers,
    sealSecret: (uuid, secret) => seal.seal(secret, secretOwner(uuid)),
    openSecret: ({ uuid, secretSealed }) => (secretSealed === null ? null : seal.open(secretSealed, secretOwner(uuid))),

    targetOf({ tenantIdentifier, url, username, secretSettingCode, allowedHostList, caCertificate }, own) {
      const read = readAdapterUrl(url);
      // The address was read without problems before it was stored.
      if ('problem' in read) throw new AdapterError('HOST_UNKNOWN');
      const secret =
        secretSettingCode === null ? own : parts.settings.customSecret(secretSettingCode, tenantIdentifier)?.reveal();
      if (secret === undefined) throw new AdapterError('SECRET_MISSING');
      return { ...read.address, username, secret: secret ?? '', allowedHostList, caCertificate };
    },

    async open(adapter, withinMs) {
      if (!adapter.enabled) throw new AdapterError('DISABLED');
      const key = breakerKey(adapter);
      if (breakers.pausedFor(key) > 0) throw new AdapterError('PAUSED');
      const own = ground.openSecret(adapter);
      if (own === null && adapter.secretSealed !== null) throw new AdapterError('SECRET_MISSING');
      const target = ground.targetOf(adapter, own);
      try {
        const connection = await connectAdapter(parts, target, withinMs);
        breakers.reached(key);
        return connection;
      } catch (error) {
        if (error instanceof AdapterError && !NO_FAILURE.has(error.code)) breakers.failed(key);
        throw error;
      }
    },
  };
  return ground;
}

/** Answers the reason of an `AdapterError`; throws other errors, such as those of the own database. */
export function reasonOf(error: unknown): AdapterErrorCode {
  if (error instanceof AdapterError) return error.code;
  throw error;
}
