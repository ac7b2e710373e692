// Proves what a ticket is worth, for how long, and that nobody else can make one.
import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '@keelson/time-zone/units';
import { describe, expect, it } from 'vitest';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { createStreamTickets, type StreamTickets } from './stream-ticket.ts';

const START_MS = 24 * HOUR_MS;
const subject = { identifier: 'i'.repeat(43), tenantIdentifier: 'north' };
const key = (id: string): string => `${id}:${randomBytes(32).toString('base64url')}`;
const ticketsOf = (environmentValue: string): StreamTickets =>
  createStreamTickets(loadSecretKeys({ environmentValue }));

describe('system-setting 17: a ticket', () => {
  const tickets = ticketsOf(key('k1'));

  it('is the same text within a period of 12 hours, and another one for anybody else', () => {
    const first = tickets.issue(subject, START_MS);
    expect(tickets.issue(subject, START_MS + 12 * HOUR_MS - 1)).toBe(first);
    const others = [
      tickets.issue(subject, START_MS + 12 * HOUR_MS),
      tickets.issue({ ...subject, tenantIdentifier: 'south' }, START_MS),
      tickets.issue({ ...subject, identifier: 'j'.repeat(43) }, START_MS),
      tickets.issue({ ...subject, identifier: null }, START_MS),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
  });
  it('is good in its period and in the next, and stands for its subject', () => {
    const ticket = tickets.issue(subject, START_MS);
    expect(tickets.read(ticket, START_MS)).toEqual(subject);
    expect(tickets.read(ticket, START_MS + 24 * HOUR_MS - 1)).toEqual(subject);
    expect(tickets.read(ticket, START_MS + 24 * HOUR_MS)).toBeNull();
    const nobody = { identifier: null, tenantIdentifier: null };
    expect(tickets.read(tickets.issue(nobody, START_MS), START_MS)).toEqual(nobody);
  });
  it('is worth nothing when it was changed, or made with a key of others', () => {
    const ticket = tickets.issue(subject, START_MS);
    const [claims = '', signature = ''] = ticket.split('.');
    const forged = Buffer.from(JSON.stringify([subject.identifier, 'south', 2])).toString('base64url');
    const bad = [
      '',
      '.',
      claims,
      `${claims}.`,
      `${forged}.${signature}`,
      `${claims}.${signature.slice(0, -2)}`,
      `${claims}.${'A'.repeat(43)}`,
      ticketsOf(key('k1')).issue(subject, START_MS),
    ];
    for (const text of bad) expect(tickets.read(text, START_MS), text).toBeNull();
  });
  it('stays good when another key writes, and ends with the key that made it', () => {
    const [old, fresh] = [key('k1'), key('k2')];
    const ticket = ticketsOf(old).issue(subject, START_MS);
    expect(ticketsOf(`${fresh},${old}`).read(ticket, START_MS)).toEqual(subject);
    expect(ticketsOf(fresh).read(ticket, START_MS)).toBeNull();
  });
});
