// Makes and reads the ticket in the address of a stream: browsers open one by its address alone and send no header.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '../../../kernel/secrets/secret-keys.ts';

/** Tenant and caller whose changes the stream sends. */
export interface TicketSubject {
  /** Identifier of a session, or hash of an API key; null for nobody. */
  readonly identifier: string | null;
  readonly tenantIdentifier: string | null;
}

const PURPOSE = 'setting-ofrep-ticket';
const PERIOD_MS = 12 * 3_600_000;
/** Periods in which a ticket is valid: that of its making, and the next. */
const PERIODS = 2;

type Claims = readonly [identifier: string | null, tenantIdentifier: string | null, period: number];

export type StreamTickets = ReturnType<typeof createStreamTickets>;

export function createStreamTickets(secretKeys: SecretKeys) {
  const [writing, ...older] = secretKeys.deriveAll(PURPOSE).map(({ key }) => key);
  const sign = (key: Buffer, claims: string): Buffer => createHmac('sha256', key).update(claims).digest();
  return {
    /** Makes the ticket, the same text within a period: with another one each answer would make clients reconnect. */
    issue({ identifier, tenantIdentifier }: TicketSubject, nowMs: number): string {
      const period = Math.floor(nowMs / PERIOD_MS);
      const claims: Claims = [identifier, tenantIdentifier, period];
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${text}.${sign(writing!, text).toString('base64url')}`;
    },
    /**
     * Reads a ticket; null where it was not made by this program, or is too old. Whether the session lives is checked
     * elsewhere.
     */
    read(ticket: string, nowMs: number): TicketSubject | null {
      const [text = '', signature = ''] = ticket.split('.');
      const given = Buffer.from(signature, 'base64url');
      const isOurs = [writing!, ...older].some((key) => {
        const expected = sign(key, text);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isOurs) return null;
      const [identifier, tenantIdentifier, period] = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
      const age = Math.floor(nowMs / PERIOD_MS) - period;
      return age < PERIODS ? { identifier, tenantIdentifier } : null;
    },
  };
}
