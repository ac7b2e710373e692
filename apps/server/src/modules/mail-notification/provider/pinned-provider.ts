// Keeps the mail server of the configuration among the stored ones: made, changed and removed at the start.

import {
  insertProviderState,
  lockPinnedProvider,
  type Provider,
  type ProviderFields,
  providers,
  resetProviderState,
} from './provider.store.ts';
import { PINNED_CODE } from './provider.types.ts';
import type { ProviderGround } from './provider-ground.ts';
import { passwordOwner } from './provider-ground.ts';

/** Belongs to the tenant that the first start makes. */
const TENANT = 'default';
const SYSTEM = 'system';
const PRIORITY = 100;
const LANES = 5;

/** Creates the keeper; two processes that start at once find each other's row, whose code is unique. */
export function createPinnedProvider({ database, clock, ids, config, seal, sealPassword }: ProviderGround) {
  const { mailServer } = config;

  function wantedFields(): ProviderFields | null {
    if (mailServer === null) return null;
    const { host, port, security, login } = mailServer;
    return {
      code: PINNED_CODE,
      name: 'KEELSON_MAIL_SMTP_URL',
      host,
      port,
      security,
      username: login?.username ?? null,
      priority: PRIORITY,
      lanes: LANES,
      ratePerSecond: null,
      domainRateList: [],
      dkimDomain: null,
      returnPathDomain: null,
      enabled: true,
      shared: true,
    };
  }
  const isSame = (one: Provider, fields: ProviderFields): boolean => {
    const { host, port, security, username, passwordSealed, uuid } = one;
    const password = passwordSealed === null ? null : seal.open(passwordSealed, passwordOwner(uuid));
    const isServer = host === fields.host && port === fields.port && security === fields.security;
    return isServer && username === fields.username && password === (mailServer?.login?.password ?? null);
  };

  return {
    /** Writes the row; leaves it, and the state of the server, where nothing has changed. */
    async keep(): Promise<void> {
      const fields = wantedFields();
      await database.transaction(async (tx) => {
        const before = await lockPinnedProvider(tx);
        const change = { by: SYSTEM, now: new Date(clock.now()) };
        if (fields === null) {
          if (before !== null) await providers.remove(tx, before, change, { passwordSealed: null });
          return;
        }
        if (before !== null && isSame(before, fields)) return;
        const uuid = before?.uuid ?? ids.uuidV7();
        const login = mailServer?.login ?? null;
        const passwordSealed = login === null ? null : sealPassword(uuid, login.password);
        const kept = { ...fields, passwordSealed, trusted: true };
        if (before !== null) {
          await providers.update(tx, before, kept, change);
          await resetProviderState(tx, before.id);
          return;
        }
        const one = await providers.insert(tx, { ...kept, uuid, tenantIdentifier: TENANT, pinned: true }, change);
        await insertProviderState(tx, one.id);
      });
    },
  };
}
