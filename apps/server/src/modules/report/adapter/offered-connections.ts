// Offers connections of stored adapters to what reads by them: previews, options of parameters, runs.
import type pg from 'pg';
import type { TenantScope } from '../../../kernel/records/record/record.types.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { adapters } from './adapter.store.ts';
import { type AdapterGround, reasonOf } from './adapter-ground.ts';
import { PAUSE_MS } from './connection/breakers.ts';
import type { AdapterConnection } from './connection/connect-adapter.ts';
import { type DescribedColumn, describeStatement } from './connection/describe-statement.ts';

/** As long as for a connection of the own database. */
const CONNECT_MS = 8_000;
/** A database that did not answer once may answer the next time. */
const RETRY_SECONDS = 5;

export interface OfferedConnections {
  /**
   * Opens a connection whose address was checked and which does not lead to the own database; BEGIN READ ONLY and the limits of time
   * are the caller's, and statements of people go by `queryMode: 'extended'`. 404 REPORT_ADAPTER_NOT_FOUND, 422
   * REPORT_ADAPTER_OWN_DATABASE and REPORT_HOST_NOT_ALLOWED, 503 with the reason as an argument.
   */
  connect(scope: TenantScope, code: string): Promise<AdapterConnection>;
  /** Answers names and types of the columns without running the statement; rejects with the error of the database. */
  describe(client: pg.ClientBase, text: string): Promise<readonly DescribedColumn[]>;
  /** Answers which functions statements may call beside the common ones. 404 REPORT_ADAPTER_NOT_FOUND. */
  allowedFunctions(scope: TenantScope, code: string): Promise<readonly string[]>;
}

export function createOfferedConnections(ground: AdapterGround): OfferedConnections {
  const { database } = ground;
  return {
    async connect(scope, code) {
      const adapter = await adapters.get(database, scope, { code });
      try {
        return await ground.open(adapter, CONNECT_MS);
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === 'OWN_DATABASE') return fail('REPORT_ADAPTER_OWN_DATABASE');
        if (reason === 'HOST_NOT_ALLOWED') return fail('REPORT_HOST_NOT_ALLOWED');
        const retryAfterSeconds = reason === 'PAUSED' ? PAUSE_MS / 1_000 : RETRY_SECONDS;
        const errorArguments = [{ code, reason }];
        return fail('SERVICE_UNAVAILABLE', { errorArguments, retryAfterSeconds });
      }
    },
    describe: describeStatement,
    allowedFunctions: async (scope, code) => (await adapters.get(database, scope, { code })).allowedFunctionList,
  };
}
