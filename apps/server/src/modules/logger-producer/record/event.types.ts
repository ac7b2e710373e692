// Describes an event as it is stored, and what became of one that was sent.
import type { eventTypes } from '@keelson/contract';

export type EventType = (typeof eventTypes)[number];
export type Level = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

/** AUDIT and SECURITY are kept apart from all others, and longer. */
export type RetentionClass = 'STANDARD' | 'AUDIT';

/** An event record with every default filled in; missing fields are null. */
export interface LogEvent {
  readonly uuid: string;
  readonly tenantIdentifier: string;
  /** ISO 8601 with up to six digits of a second. */
  readonly eventTime: string;
  readonly retentionClass: RetentionClass;
  /** Epoch milliseconds. */
  readonly observedTime: number;
  readonly severityNumber: number;
  readonly level: Level;
  readonly eventName: string;
  readonly eventType: EventType;
  readonly key: string;
  readonly message: string | null;
  readonly service: string;
  readonly instance: string | null;
  readonly loggerName: string | null;
  readonly threadName: string | null;
  readonly username: string | null;
  readonly sessionIdentifier: string | null;
  readonly clientIp: string | null;
  readonly userAgent: string | null;
  readonly requestMethod: string | null;
  readonly requestPath: string | null;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly traceFlags: number | null;
  readonly action: string | null;
  readonly outcome: string | null;
  readonly entityType: string | null;
  readonly entityUuid: string | null;
  readonly durationMillis: number | null;
  /** JSON, as the next two. */
  readonly errorDetail: string | null;
  readonly tagList: string | null;
  readonly attributeMap: string | null;
  readonly truncated: boolean;
  /** First 16 bytes of the SHA-256 of what the caller sent. */
  readonly contentHash: Buffer;
  /** Words to be found by, joined by U+001F. */
  readonly searchTokens: string;
  /**
   * - `none`: the uuid was made here, so that no event has it; - `recent`: it is looked for among recent events; -
   * `locked`: likewise under a lock, as its time is that of its receipt, so that a parallel repetition has another one.
   */
  readonly repeats: 'none' | 'recent' | 'locked';
}

/** What the store says of one. */
export type StoreOutcome = 'stored' | 'duplicate' | 'conflict';

export type Disposition = 'stored' | 'queued' | 'duplicate' | 'filtered' | 'sampled-out';

/** Answers for how many days events of a class are kept in a tenant; null: the default. */
export type RetentionDays = (retentionClass: RetentionClass, tenantIdentifier: string | null) => number;
