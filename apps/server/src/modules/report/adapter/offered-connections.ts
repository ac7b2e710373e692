// Offers stored adapters to their readers: previews, options of parameters, runs.
import type pg from 'pg';
import type { TenantScope } from '../../../kernel/records/record/record.types.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { type Adapter, adapters } from './adapter.store.ts';
import { type AdapterGround, reasonOf } from './adapter-ground.ts';
import { PAUSE_MS } from './connection/breakers.ts';
import type { AdapterConnection } from './connection/connect-adapter.ts';
import { type DescribedColumn, describeStatement } from './connection/describe-statement.ts';
import { type ForeignQuery, type ForeignQueryOrder, openForeignQuery } from './reading/foreign-query.ts';

/** Time for a connection, as for one of the own database. */
const CONNECT_MS = 8_000;
/** Seconds after which a client may try again. */
const RETRY_SECONDS = 5;

export interface OfferedConnections {
  /** Finds an adapter; null for a code that the tenant does not have. */
  find(
    scope: TenantScope,
    code: string,
  ): Promise<Pick<Adapter, 'uuid' | 'version' | 'enabled' | 'allowedFunctionList'> | null>;
  /**
   * Opens a connection whose address was checked and which does not lead to the own database; BEGIN READ ONLY and the limits of time
   * are the caller's, and statements of people go by `queryMode: 'extended'`. 404 REPORT_ADAPTER_NOT_FOUND, 503
   * REPORT_ADAPTER_UNAVAILABLE with the reason as an argument.
   */
  connect(scope: TenantScope, code: string): Promise<AdapterConnection>;
  /** Answers names and types of the columns without running the statement; rejects with the error of the database. */
  describe(client: pg.ClientBase, text: string): Promise<readonly DescribedColumn[]>;
  /** Opens a query in a READ ONLY transaction of its adapter; rejects as `connect`, and with a `ForeignFailure`. */
  open(scope: TenantScope, order: ForeignQueryOrder): Promise<ForeignQuery>;
}

export function createOfferedConnections(ground: AdapterGround): OfferedConnections {
  const { database } = ground;

  async function connect(scope: TenantScope, code: string): Promise<AdapterConnection> {
    const adapter = await adapters.get(database, scope, { code });
    try {
      return await ground.open(adapter, CONNECT_MS);
    } catch (error) {
      const reason = reasonOf(error);
      const retryAfterSeconds = reason === 'PAUSED' ? PAUSE_MS / 1_000 : RETRY_SECONDS;
      const reasons = { parameters: { code, reason }, errorArguments: [{ code, reason }] };
      return fail('REPORT_ADAPTER_UNAVAILABLE', { ...reasons, retryAfterSeconds });
    }
  }

  return {
    find: (scope, code) => adapters.find(database, scope, { code }),
    connect,
    describe: describeStatement,
    open: (scope, order) => openForeignQuery(() => connect(scope, order.query.adapter.code), order),
  };
}
