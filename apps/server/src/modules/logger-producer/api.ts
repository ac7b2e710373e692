// Offers what other modules ask of the logger.
import type { VerifyAnswer, VerifyQuery } from './audit-chain/feature.ts';

export interface LoggerProducerApi {
  /** Says whether events of a key, with or without a level, are produced in a tenant. Synchronous, from memory; never throws. */
  isProduced(key: string, tenantIdentifier: string): boolean;
  /** Verifies the chain of a tenant's audit for the command line, without a caller and without recording that. */
  verifyAudit(tenantIdentifier: string, query: VerifyQuery): Promise<VerifyAnswer>;
}
