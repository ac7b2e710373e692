// Stands under everything that is done with an adapter: its secret, its breaker, and how its database is reached.
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

/** The program refuses by these without asking the network, or knows by them that the server is there. */
const NO_FAILURE: ReadonlySet<AdapterErrorCode> = new Set([
  'DISABLED',
  'PAUSED',
  'HOST_NOT_ALLOWED',
  'OWN_DATABASE',
  'SECRET_MISSING',
]);

export type AdapterParts = ConnectParts & Pick<Kernel, 'database' | 'clock' | 'ids' | 'keys' | 'settings'>;

/** Is what a connection takes of an adapter, stored or not. */
export type ReachedFields = Pick<
  Adapter,
  'tenantIdentifier' | 'url' | 'username' | 'secretSettingCode' | 'allowedHostList' | 'caCertificate'
>;

export interface AdapterGround extends AdapterParts {
  readonly breakers: Breakers;
  sealSecret(uuid: string, secret: string): string;
  /** Answers null where no key opens it any more. */
  openSecret(adapter: Pick<Adapter, 'uuid' | 'secretSealed'>): string | null;
  /** Answers what is connected to; `own` is the secret where no setting holds it, null where it has none. */
  targetOf(fields: ReachedFields, own: string | null): AdapterTarget;
  /** Opens a connection to a stored adapter unless it is disabled or left alone. Rejects with an `AdapterError`, as `connectAdapter`. */
  open(adapter: Adapter, withinMs: number): Promise<AdapterConnection>;
}

/** What was seen of an adapter says nothing about it once it has changed. */
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
      // It was read before it was stored.
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

/** Answers the reason; throws what is none, as a failure of the own database. */
export function reasonOf(error: unknown): AdapterErrorCode {
  if (error instanceof AdapterError) return error.code;
  throw error;
}
