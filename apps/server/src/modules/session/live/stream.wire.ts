// Turns recorded events into those of the stream, and places in the order of commits into ids that clients send back.
import type { StreamEvent, sessionStreamEvents } from '@keelson/contract';
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { StoredEvent } from '../../../kernel/records/event-reader.ts';
import { sessionEvents } from '../session.events.ts';
import type { SessionBrief } from './stream.store.ts';

export type SessionStreamEvent = StreamEvent<typeof sessionStreamEvents>;

const { begun, closed, expired, allClosed } = sessionEvents;

export const ALL_CLOSED = allClosed.name;
/** Kinds of events that the stream has. */
export const STREAMED_KINDS: readonly string[] = [begun.name, closed.name, expired.name, ALL_CLOSED];

/** Holds a place, and when it was the newest one, in epoch ms. */
export interface StreamPlace {
  readonly cursor: Cursor;
  readonly atMs: number;
}

// A place is time, transaction and event. A forged one only reads what its caller may read anyway.
const placePattern = /^(\d{1,15})\.(\d{1,20})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** An xid8 of PostgreSQL. */
const XID_MAX = 2n ** 64n - 1n;

export function placeId({ cursor, atMs }: StreamPlace): string {
  return `${Math.floor(atMs)}.${cursor.xid}.${cursor.order}`;
}

/** Reads a place; null for an id that this server did not make. */
export function parsePlaceId(id: string): StreamPlace | null {
  const [, at, xid, order] = placePattern.exec(id) ?? [];
  if (at === undefined || xid === undefined || order === undefined || BigInt(xid) > XID_MAX) return null;
  return { cursor: { xid, order }, atMs: Number(at) };
}

/** Makes an event of the stream; null where the data of the session is gone with its history. */
export function streamEventOf(event: StoredEvent, brief: SessionBrief | null, id: string): SessionStreamEvent | null {
  const { kind, actor } = event;
  const date = event.recordedAt.toISOString();
  const detail = event.detail ?? {};
  if (kind === ALL_CLOSED) {
    const { count, includeSystem } = detail;
    const data = { count: Number(count ?? 0), includeSystem: includeSystem === true, closedBy: actor, date };
    return { event: 'all-closed', id, data };
  }
  if (brief === null) return null;
  if (kind === begun.name) {
    const rotated = detail.rotatedIdentifier;
    const rotatedIdentifier = typeof rotated === 'string' ? rotated : null;
    return { event: 'begun', id, data: { ...brief, rotatedIdentifier, date } };
  }
  const closedBy = kind === expired.name ? null : actor;
  return { event: 'closed', id, data: { ...brief, reason: String(detail.reason ?? ''), closedBy, date } };
}
