// Makes the key under which runs share their rows: a keyed hash of everything that decides which rows a run reads.
import { createHmac } from 'node:crypto';
import type { SecretKeys } from '../../../../kernel/secrets/secret-keys.ts';
import type { BoundQuery, StoredReport } from '../../report.types.ts';
import type { PreparedQuery } from '../../statement/feature.ts';

const PURPOSE = 'report-cache';

export interface CachedQuestion extends Pick<PreparedQuery, 'fingerprint'> {
  readonly tenantIdentifier: string;
  readonly report: Pick<StoredReport, 'uuid' | 'version'>;
  readonly query: BoundQuery;
  readonly rowLimit: number;
  readonly timeZone: string;
}

/** Sensitive values are among what is hashed: without the suite's key nobody finds one by trying. */
export function createCacheKey(keys: Pick<SecretKeys, 'derive'>) {
  return ({ tenantIdentifier, report, query, fingerprint, rowLimit, timeZone }: CachedQuestion): Buffer => {
    const asked = [tenantIdentifier, report.uuid, report.version, query, fingerprint, rowLimit, timeZone];
    return createHmac('sha256', keys.derive(PURPOSE).key).update(JSON.stringify(asked)).digest();
  };
}
