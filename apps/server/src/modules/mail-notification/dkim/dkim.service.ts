// Makes, shows and deletes the keys that sign mails, and signs with them.
import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import {
  resolvePageable,
  type SvcNotificationDkimKeyModel,
  type SvcNotificationDkimKeyModelInput,
} from '@keelson/contract';
import { LRUCache } from 'lru-cache';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import type { TenantScope } from '../../../kernel/records/record/record.types.ts';
import { visibleScope } from '../../../kernel/records/record/record-service.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { Senders } from '../sender/feature.ts';
import { senderEvents } from '../sender.events.ts';
import { type DkimKey, dkimKeys } from './dkim.store.ts';
import { signMessage } from './sign-message.ts';

/**
 * Bits of a key that every verifier takes (RFC 8301, 3.2); a larger key does not fit into one answer of the name
 * service.
 */
const KEY_BITS = 2_048;
const KEYS_CACHED_MAX = 100;
/** Time for which a key deleted by another process may still sign. */
const CACHED_MS = 5_000;
const SELECTOR_BYTES = 2;

const makeKeyPair = promisify(generateKeyPair);

/** Ties a private key to the row in which alone it can be opened. */
export const keyOwner = (uuid: string): string => `dkim:${uuid}`;

export interface DkimParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'log'> {
  readonly seal: Seal;
  readonly senders: Senders;
}

/** The published part of a key, and its name in the name service. */
export interface PublishedKey extends Pick<DkimKey, 'uuid' | 'selector' | 'publicKey'> {
  readonly recordName: string;
}

const recordNameOf = ({ selector, domain }: DkimKey): string => `${selector}._domainkey.${domain}`;

const listNewestFirst = (queryable: Queryable, scope: TenantScope, domain: string): Promise<readonly DkimKey[]> =>
  dkimKeys.list(queryable, scope, { domain }, resolvePageable(undefined, dkimKeys.sort.standard));

/** Finds the keys of a domain, the newest first, which signs. */
export async function findPublishedKeys(
  queryable: Queryable,
  tenant: string,
  domain: string,
): Promise<readonly PublishedKey[]> {
  const keys = await listNewestFirst(queryable, { tenantIdentifier: tenant }, domain);
  return keys.map((key) => {
    const { uuid, selector, publicKey } = key;
    return { uuid, selector, publicKey, recordName: recordNameOf(key) };
  });
}

function toModel(one: DkimKey): SvcNotificationDkimKeyModel {
  const { tenantIdentifier: _own, ...model } = dkimKeys.toModel(one);
  return { ...model, recordName: recordNameOf(one), recordValue: `v=DKIM1; k=rsa; p=${one.publicKey}` };
}

function record(tx: Transaction, act: Act, event: DefinedEvent, one: DkimKey): Promise<void> {
  const { domain, selector, uuid, tenantIdentifier } = one;
  return act.record(tx, event, { name: domain, tenantIdentifier }, { uuid, domain, selector });
}

export function createDkimService({ database, clock, ids, seal, senders }: DkimParts) {
  const requireDomain = (text: string): string =>
    senders.readMailDomain(text) ?? invalid({ field: 'domain', code: 'PATTERN', message: 'This is no domain.' });
  const newSelector = (): string => {
    const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '');
    return `k${day}-${randomBytes(SELECTOR_BYTES).toString('hex')}`;
  };

  const changeOf = ({ caller }: Act) => ({ by: caller.username, now: new Date(clock.now()) });

  return {
    async save(act: Act, body: SvcNotificationDkimKeyModelInput): Promise<SvcNotificationDkimKeyModel> {
      const { tenantIdentifier } = act.caller;
      const domain = requireDomain(body.domain);
      const selector = body.selector ?? newSelector();
      if (await senders.isForeignDomain(database, tenantIdentifier, domain))
        fail('SENDER_ALREADY_EXISTS', { parameters: { sender: domain } });
      const { publicKey, privateKey } = await makeKeyPair('rsa', {
        modulusLength: KEY_BITS,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      return act.once((claim) =>
        database.transaction(async (tx) => {
          const uuid = ids.uuidV7();
          const privateKeySealed = seal.seal(privateKey, keyOwner(uuid));
          const key = { publicKey: publicKey.toString('base64'), privateKeySealed };
          const saved = await dkimKeys.insert(tx, { ...key, uuid, tenantIdentifier, domain, selector }, changeOf(act));
          await record(tx, act, senderEvents.dkimKeyAdded, saved);
          const answer = toModel(saved);
          await claim.save(tx, answer);
          return answer;
        }),
      );
    },
    async list({ caller }: Act, domain: string): Promise<readonly SvcNotificationDkimKeyModel[]> {
      const read = senders.readMailDomain(domain);
      return read === null ? [] : (await listNewestFirst(database, caller, read)).map(toModel);
    },
    async remove(act: Act, uuid: string): Promise<void> {
      await database.transaction(async (tx) => {
        const key = await dkimKeys.lock(tx, visibleScope(act.caller), { uuid });
        const removed = await dkimKeys.remove(tx, key, changeOf(act), { privateKeySealed: null });
        await record(tx, act, senderEvents.dkimKeyRemoved, removed);
      });
    },
  };
}

export type DkimService = ReturnType<typeof createDkimService>;

interface OpenKey {
  readonly domain: string;
  readonly selector: string;
  readonly privateKey: KeyObject;
}

/** Signs messages with the key that was stored with the mail. */
export function createSigning({ database, log, seal }: Pick<DkimParts, 'database' | 'log' | 'seal'>) {
  const opened = new LRUCache<number, OpenKey>({ max: KEYS_CACHED_MAX, ttl: CACHED_MS });

  async function open(id: number): Promise<OpenKey | null> {
    const cached = opened.get(id);
    if (cached !== undefined) return cached;
    const key = await dkimKeys.find(database, { tenantIdentifier: null }, { id });
    if (key === null || key.privateKeySealed === null) return null;
    const pem = seal.open(key.privateKeySealed, keyOwner(key.uuid));
    if (pem === null) {
      log.error({ key: key.uuid }, 'no secret key opens a key that signs mails: they leave without a signature');
      return null;
    }
    const one = { domain: key.domain, selector: key.selector, privateKey: createPrivateKey(pem) };
    opened.set(id, one);
    return one;
  }

  return {
    /** Signs a message; it stays as it is for null, or for a key that was deleted. */
    async sign(message: Buffer, keyId: number | null): Promise<Buffer> {
      const key = keyId === null ? null : await open(keyId);
      return key === null ? message : signMessage(message, key);
    },
  };
}

export type Signing = ReturnType<typeof createSigning>;
