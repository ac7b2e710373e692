// Holds the words of mail servers: rates, breakers, and codes that are the suite's own.
export interface DomainRate {
  /** A-labels, lower case. */
  readonly domain: string;
  readonly ratePerSecond: number;
}

export const breakerReasons = ['CONNECTION', 'AUTH', 'PROTOCOL', 'RELAY'] as const;
export type BreakerReason = (typeof breakerReasons)[number];

export interface ProviderState {
  /** Failed connections in a row, before it opened. */
  readonly failures: number;
  /** Consecutive intervals in which the circuit breaker was open; zero while the provider is in use. */
  readonly openings: number;
  readonly openUntil: Date | null;
  readonly reason: BreakerReason | null;
}

/** Code of the server of the configuration, which no other one has. */
export const PINNED_CODE = 'default';
/** Code in place of a provider's for captured mails. */
export const CAPTURE_CODE = 'capture';
