// Declares mail servers, and holds the SQL of their state and of the tenants that send by them.
import { providerSort, providerSortStandard } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { breakerReasons, type DomainRate } from './provider.types.ts';

/** Column of the passwords. */
export const sealedPasswords: SealedTable = {
  table: 'mail_provider',
  id: 'id',
  sealed: 'password_sealed',
  ownerKey: 'uuid',
};

const joined = 'LEFT JOIN mail_provider_state s ON s.provider_id = r.id';

/** Mail servers, with their state as all processes have seen it. */
export const providers = defineRecord({
  table: 'mail_provider',
  thing: 'PROVIDER',
  columns: {
    code: column.text(),
    name: column.text(),
    /** Host in A-labels, lower case, or an address. */
    host: column.text(),
    port: column.integer(),
    security: column.choice(['TLS', 'STARTTLS', 'NONE']),
    username: column.text({ nullable: true }),
    passwordSealed: column.text({ nullable: true, server: true, secret: true }),
    priority: column.integer(),
    lanes: column.integer(),
    ratePerSecond: column.double({ nullable: true }),
    domainRateList: column.json(typed<readonly DomainRate[]>()),
    dkimDomain: column.text({ nullable: true }),
    returnPathDomain: column.text({ nullable: true }),
    enabled: column.flag(),
    shared: column.flag(),
    /** True for the server of the configuration. */
    pinned: column.flag({ server: true, hidden: true, standard: false }),
    /** True where the person who named the host may reach every address. */
    trusted: column.flag({ server: true, hidden: true }),
    failures: column.computed(column.integer({ hidden: true }), 'coalesce(s.failures, 0)'),
    openings: column.computed(column.integer({ hidden: true }), 'coalesce(s.openings, 0)'),
    openUntil: column.computed(column.dateTime({ nullable: true, hidden: true }), 's.open_until'),
    reason: column.computed(column.choice(breakerReasons, { nullable: true, hidden: true }), 's.reason'),
    /** Bytes of the largest mail that it takes, 0 where it names no bound; null before it was asked. */
    sizeMax: column.computed(column.integer({ nullable: true, hidden: true }), 's.size_max'),
  },
  folded: { createdBy: foldName },
  joins: joined,
  filters: {
    code: { equals: 'code' },
    searchText: { contains: ['code', 'name', 'host'] },
    enabled: { equals: 'enabled' },
  },
  sort: { properties: providerSort, standard: providerSortStandard },
  unique: { code: 'PROVIDER_ALREADY_EXISTS' },
  subject: 'code',
});

export type Provider = RowOf<typeof providers>;
/** Fields that a person sets, but for the password. */
export type ProviderFields = ReturnType<typeof providers.fieldsOf>;

const listEnabled = sql(
  'mail_provider_enabled',
  `SELECT ${providers.select} FROM mail_provider r ${joined} WHERE r.enabled AND NOT r.deleted ORDER BY r.priority, r.id`,
);
const selectPinned = sql(
  'mail_provider_pinned',
  `SELECT ${providers.select} FROM mail_provider r ${joined} WHERE r.pinned AND NOT r.deleted FOR UPDATE OF r`,
);
const insertState = sql(
  'mail_provider_state_insert',
  'INSERT INTO mail_provider_state (provider_id) VALUES ($1) ON CONFLICT DO NOTHING',
);
const resetState = sql(
  'mail_provider_state_reset',
  `UPDATE mail_provider_state SET failures = 0, openings = 0, open_until = NULL, reason = NULL, size_max = NULL WHERE provider_id = $1`,
);
const setSize = sql(
  'mail_provider_size',
  'UPDATE mail_provider_state SET size_max = $2 WHERE provider_id = $1 AND size_max IS DISTINCT FROM $2',
);

/** Lists the enabled servers of all tenants, the first by priority first. */
export function listEnabledProviders(queryable: Queryable): Promise<Provider[]> {
  return queryable.rows<Provider>(listEnabled, []);
}

export async function lockPinnedProvider(tx: Transaction): Promise<Provider | null> {
  const [row] = await tx.rows<Provider>(selectPinned, []);
  return row ?? null;
}

export async function insertProviderState(tx: Transaction, id: number): Promise<void> {
  await tx.execute(insertState, [id]);
}

/** Resets the state of a server, which says nothing about a changed one. */
export async function resetProviderState(tx: Transaction, id: number): Promise<void> {
  await tx.execute(resetState, [id]);
}

/** Stores the largest size that the server takes; 0 where it names no bound. */
export async function keepSizeMax(queryable: Queryable, id: number, sizeMax: number): Promise<void> {
  await queryable.execute(setSize, [id, sizeMax]);
}
