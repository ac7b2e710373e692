// Makes, shows and deletes the keys that sign mails, and signs with them.
import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { SvcNotificationDkimKeyModel, SvcNotificationDkimKeyModelInput } from '@keelson/contract';
import { LRUCache } from 'lru-cache';
import { isUniqueViolation, type Queryable, type Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { Senders } from '../sender/feature.ts';
import { senderEvents } from '../sender.events.ts';
import {
  DKIM_SELECTOR_CONSTRAINT,
  type DkimKey,
  findDkimKey,
  insertDkimKey,
  listDkimKeys,
  removeDkimKey,
} from './dkim.store.ts';
import { signMessage } from './sign-message.ts';

/** RFC 8301, 3.2: what every verifier takes; larger ones do not fit into one answer of the name service. */
const KEY_BITS = 2_048;
const KEYS_CACHED_MAX = 100;
/** A key that another process has deleted signs for so long at most. */
const CACHED_MS = 5_000;
const SELECTOR_BYTES = 2;

const makeKeyPair = promisify(generateKeyPair);

/** Ties a private key to the row in which alone it can be opened. */
export const keyOwner = (uuid: string): string => `dkim:${uuid}`;

export interface DkimParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'log'> {
  readonly seal: Seal;
  readonly senders: Senders;
}

/** Is what the world can read of a key, and where. */
export interface PublishedKey extends Pick<DkimKey, 'uuid' | 'selector' | 'publicKey'> {
  readonly recordName: string;
}

const recordNameOf = ({ selector, domain }: DkimKey): string => `${selector}._domainkey.${domain}`;

/** The newest first: it is the one that signs. */
export async function findPublishedKeys(
  queryable: Queryable,
  tenant: string,
  domain: string,
): Promise<readonly PublishedKey[]> {
  const keys = await listDkimKeys(queryable, tenant, domain);
  return keys.map((key) => {
    const { uuid, selector, publicKey } = key;
    return { uuid, selector, publicKey, recordName: recordNameOf(key) };
  });
}

function toModel(one: DkimKey): SvcNotificationDkimKeyModel {
  const { id, uuid, createdBy, dateCreated, domain, selector, publicKey } = one;
  const date = dateCreated.toISOString();
  return {
    id,
    uuid,
    version: 0,
    createdBy,
    updatedBy: createdBy,
    dateCreated: date,
    dateUpdated: date,
    deletedDate: null,
    deleted: false,
    domain,
    selector,
    recordName: recordNameOf(one),
    recordValue: `v=DKIM1; k=rsa; p=${publicKey}`,
  };
}

function record(tx: Transaction, act: Act, event: DefinedEvent, one: DkimKey): Promise<void> {
  const { domain, selector, uuid, tenantIdentifier } = one;
  return act.record(tx, event, { name: domain, tenantIdentifier }, { uuid, domain, selector });
}

async function withFreeSelector<T>(selector: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, DKIM_SELECTOR_CONSTRAINT)) throw error;
    return fail('DKIM_KEY_ALREADY_EXISTS', { parameters: { selector } });
  }
}

export function createDkimService({ database, clock, ids, seal, senders }: DkimParts) {
  const requireDomain = (text: string): string =>
    senders.readMailDomain(text) ?? invalid({ field: 'domain', code: 'PATTERN', message: 'This is no domain.' });
  const newSelector = (): string => {
    const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '');
    return `k${day}-${randomBytes(SELECTOR_BYTES).toString('hex')}`;
  };

  return {
    async save(act: Act, body: SvcNotificationDkimKeyModelInput): Promise<SvcNotificationDkimKeyModel> {
      const { tenantIdentifier, username } = act.caller;
      const domain = requireDomain(body.domain);
      const selector = body.selector ?? newSelector();
      if (await senders.isForeignDomain(database, tenantIdentifier, domain))
        fail('SENDER_ALREADY_EXISTS', { parameters: { sender: domain } });
      const { publicKey, privateKey } = await makeKeyPair('rsa', {
        modulusLength: KEY_BITS,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      return withFreeSelector(selector, () =>
        act.once((claim) =>
          database.transaction(async (tx) => {
            const uuid = ids.uuidV7();
            const made = { createdBy: username, dateCreated: new Date(clock.now()) };
            const privateKeySealed = seal.seal(privateKey, keyOwner(uuid));
            const key = { publicKey: publicKey.toString('base64'), privateKeySealed };
            const one = { ...made, ...key, uuid, tenantIdentifier, domain, selector };
            const saved = { ...one, id: await insertDkimKey(tx, one) };
            await record(tx, act, senderEvents.dkimKeyAdded, saved);
            const answer = toModel(saved);
            await claim.save(tx, answer);
            return answer;
          }),
        ),
      );
    },
    async list({ caller }: Act, domain: string): Promise<readonly SvcNotificationDkimKeyModel[]> {
      const read = senders.readMailDomain(domain);
      return read === null ? [] : (await listDkimKeys(database, caller.tenantIdentifier, read)).map(toModel);
    },
    async remove(act: Act, uuid: string): Promise<void> {
      const { caller } = act;
      await database.transaction(async (tx) => {
        const tenant = caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier;
        const by = { now: new Date(clock.now()), by: caller.username };
        const removed = await removeDkimKey(tx, { tenant, uuid, ...by });
        if (removed === null) return failNotFound('DKIM_KEY_NOT_FOUND', { uuid });
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

/** Signs what leaves with the key that was kept with the mail. */
export function createSigning({ database, log, seal }: Pick<DkimParts, 'database' | 'log' | 'seal'>) {
  const opened = new LRUCache<number, OpenKey>({ max: KEYS_CACHED_MAX, ttl: CACHED_MS });

  async function open(id: number): Promise<OpenKey | null> {
    const cached = opened.get(id);
    if (cached !== undefined) return cached;
    const key = await findDkimKey(database, id);
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
    /** Null, or a key that is gone: the message stays as it is. */
    async sign(message: Buffer, keyId: number | null): Promise<Buffer> {
      const key = keyId === null ? null : await open(keyId);
      return key === null ? message : signMessage(message, key);
    },
  };
}

export type Signing = ReturnType<typeof createSigning>;
