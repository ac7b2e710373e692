// Describes messages on their way, and what jobs that bring them are given.
import type { Variables } from '@keelson/bpmn-core';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { SentMessage } from './receivers.ts';

/** Time that a message waits that an instance sends and nobody receives. */
export const SENT_TO_LIVE_MS = HOUR_MS;

export interface Message extends SentMessage {
  readonly payload: Variables;
  /** Local variables; absent where there are none. */
  readonly localVariables?: Variables;
}

/** Payload of a job that brings a message to one instance. */
export interface DeliveryPayload {
  readonly wait: number;
  readonly message: Message;
  /** Time from which on it is no longer delivered, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** Payload of a job that starts an instance by a message or signal. */
export interface StartPayload {
  readonly trigger: number;
  readonly needed: number;
  readonly variables: Variables;
  readonly businessKey: string | null;
}
