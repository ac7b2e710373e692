// Keeps events that a module has refused, until it takes them.
import { type Queryable, sql, type Transaction } from '../database/database.ts';
import type { ModuleEvent } from './module-event.types.ts';

export interface UndeliveredRow {
  readonly number: string;
  readonly module: string;
  readonly subject: string;
  readonly event: string;
  readonly attempts: number;
}

/** Number of events that a module has refused, since when, and the first of them. */
export interface UndeliveredOfModule {
  readonly module: string;
  readonly count: number;
  readonly since: Date;
  readonly event: string;
}

/**
 * The table that keeps them; names are constants of the program. It has the columns of `UndeliveredRow`, tenant and dates.
 */
export interface UndeliveredTable {
  /** Begins the names of the statements. */
  readonly name: string;
  readonly table: string;
}

export type UndeliveredStore = ReturnType<typeof createUndeliveredStore>;

export function createUndeliveredStore({ name, table }: UndeliveredTable) {
  const behind = sql(`${name}_behind`, `SELECT DISTINCT module, subject FROM ${table}`);
  // The earliest of each subject alone: the others follow it.
  const firstDue = sql(
    `${name}_first_due`,
    `SELECT number, module, subject, event, attempts FROM (
     SELECT DISTINCT ON (module, subject) number, module, subject, event, attempts, next_at FROM ${table}
     WHERE module = ANY ($1) ORDER BY module, subject, number
   ) first WHERE next_at <= $2 ORDER BY number LIMIT 100`,
  );
  const add = sql(
    `${name}_add`,
    `INSERT INTO ${table} (module, subject, tenant_identifier, event, attempts, refused_at, next_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  );
  // The event of a module that was refused first: the others wait for it, or it is one of several.
  const waiting = sql(
    `${name}_waiting`,
    `SELECT DISTINCT ON (module) module, count(*) OVER (PARTITION BY module)::int AS count, refused_at AS since, event
     FROM ${table} ORDER BY module, number`,
  );
  const remove = sql(`${name}_remove`, `DELETE FROM ${table} WHERE number = $1`);
  const postpone = sql(`${name}_postpone`, `UPDATE ${table} SET attempts = $2, next_at = $3 WHERE number = $1`);

  return {
    behind: (tx: Transaction) => tx.rows<{ module: string; subject: string }>(behind),
    firstDue: (tx: Transaction, modules: readonly string[], now: number) =>
      tx.rows<UndeliveredRow>(firstDue, [modules, new Date(now)]),
    async add(
      tx: Transaction,
      { module, subject, event, attempts }: Omit<UndeliveredRow, 'number' | 'event'> & { readonly event: ModuleEvent },
      { now, nextAt }: { readonly now: number; readonly nextAt: number },
    ): Promise<void> {
      const text = JSON.stringify(event);
      await tx.execute(add, [module, subject, event.tenantIdentifier, text, attempts, new Date(now), new Date(nextAt)]);
    },
    waiting: (queryable: Queryable) => queryable.rows<UndeliveredOfModule>(waiting),
    async remove(tx: Transaction, number: string): Promise<void> {
      await tx.execute(remove, [number]);
    },
    async postpone(tx: Transaction, number: string, attempts: number, nextAt: number): Promise<void> {
      await tx.execute(postpone, [number, attempts, new Date(nextAt)]);
    },
  };
}
