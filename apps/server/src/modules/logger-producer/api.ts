// Offers what other modules ask of the logger.

export interface LoggerProducerApi {
  /** Says whether events of a key, with or without a level, are produced in a tenant. Synchronous, from memory; never throws. */
  isProduced(key: string, tenantIdentifier: string): boolean;
}
