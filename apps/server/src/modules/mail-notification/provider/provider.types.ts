// Describes a mail server as it is kept, and what is known of it.
import type { MailSecurity } from '../../../kernel/text/mail-server-address.ts';

export interface DomainRate {
  /** A-labels, lower case. */
  readonly domain: string;
  readonly ratePerSecond: number;
}

/** Is what a person decides of it, but for the password. */
export interface ProviderFields {
  readonly code: string;
  readonly name: string;
  /** A-labels, lower case, or an address. */
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  readonly priority: number;
  readonly lanes: number;
  readonly ratePerSecond: number | null;
  readonly domainRateList: readonly DomainRate[];
  readonly dkimDomain: string | null;
  readonly returnPathDomain: string | null;
  readonly enabled: boolean;
  readonly shared: boolean;
}

export type BreakerReason = 'CONNECTION' | 'AUTH' | 'PROTOCOL' | 'RELAY';

export interface ProviderState {
  /** Failed connections in a row, before it opened. */
  readonly failures: number;
  /** Zero: mails leave by it. Counts the intervals in which it was left alone, one after the other. */
  readonly openings: number;
  readonly openUntil: Date | null;
  readonly reason: BreakerReason | null;
}

/** Is what is known of it before anybody has met it. */
export const NEW_STATE = { failures: 0, openings: 0, openUntil: null, reason: null, sizeMax: null } as const;

export interface Provider extends ProviderFields, ProviderState {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly tenantIdentifier: string;
  /** Bytes of the largest mail that it takes, 0 where it names no bound; null before it was asked. */
  readonly sizeMax: number | null;
  readonly passwordSealed: string | null;
  readonly pinned: boolean;
  readonly trusted: boolean;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
  readonly deleted: boolean;
  readonly deletedDate: Date | null;
}

/** The provider of the configuration has this code, and no other one has. */
export const PINNED_CODE = 'default';
/** Names no provider: where mails go that leave for nobody. */
export const CAPTURE_CODE = 'capture';
