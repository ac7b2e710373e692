// Writes and reads the token of what an answer covered: the numbers that were current when it was made.
import { invalid } from '../../../kernel/request/errors.ts';

export interface AsOf {
  readonly publishSeq: number;
  readonly notificationSeq: number;
}

const FORM = /^1\.(\d{1,15})\.(\d{1,15})$/;

export function writeAsOf({ publishSeq, notificationSeq }: AsOf): string {
  return Buffer.from(`1.${publishSeq}.${notificationSeq}`).toString('base64url');
}

export function failAsOf(): never {
  invalid({ field: 'asOf', code: 'AS_OF_INVALID', message: 'Must be the X-Svc-As-Of of an answer of this service.' });
}

/** Reads a token; 400 AS_OF_INVALID for one that no answer carried, or that lies beyond the present numbers. */
export function readAsOf(token: string, current: AsOf): AsOf {
  const [, publish, notification] = FORM.exec(Buffer.from(token, 'base64url').toString()) ?? failAsOf();
  const asOf = { publishSeq: Number(publish), notificationSeq: Number(notification) };
  if (asOf.publishSeq > current.publishSeq || asOf.notificationSeq > current.notificationSeq) failAsOf();
  return asOf;
}
