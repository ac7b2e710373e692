// Writes and reads a cursor: the place up to which a client knows the changes, and its person.
import { hash } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Viewer } from './audience.ts';

/** Days that a cursor is valid; a client that stays away longer reads the pages again. */
export const CURSOR_DAYS = 30;
const CURSOR_MS = CURSOR_DAYS * DAY_MS;
const DIGEST_LENGTH = 12;

/** Numbers of the tenant's announcements, of its notifications, and of the person's marks. */
export interface Place {
  readonly changeSeq: number;
  readonly notificationSeq: number;
  readonly ownSeq: number;
}

const FORM = /^1\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{12})\.(\d{1,12})$/;

/** Changes with the person or the person's authorities, which change the visible announcements. */
export function digestOf({ tenantIdentifier, usernameFolded, roles, authorities }: Viewer): string {
  const parts = [[tenantIdentifier, usernameFolded], [...roles].sort(), [...authorities].sort()];
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, DIGEST_LENGTH);
}

export function writeCursor({ changeSeq, notificationSeq, ownSeq }: Place, digest: string, nowMs: number): string {
  return `1.${changeSeq}.${notificationSeq}.${ownSeq}.${digest}.${Math.floor(nowMs / 1_000)}`;
}

/** Reads a cursor; null for an invalid one, that of another person, one too old, or beyond the present. */
export function readCursor(cursor: string, present: Place, digest: string, nowMs: number): Place | null {
  const [, change, notification, own, of, seconds] = FORM.exec(cursor) ?? [];
  if (of !== digest || Number(seconds) * 1_000 < nowMs - CURSOR_MS) return null;
  const place = { changeSeq: Number(change), notificationSeq: Number(notification), ownSeq: Number(own) };
  const isKnown =
    place.changeSeq <= present.changeSeq &&
    place.notificationSeq <= present.notificationSeq &&
    place.ownSeq <= present.ownSeq;
  return isKnown ? place : null;
}
