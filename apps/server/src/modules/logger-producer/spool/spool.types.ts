// Declares the spool's input, results, and needs.
import type * as fileSystem from 'node:fs/promises';
import type { Clock } from '../../../kernel/database/clock.ts';

/** A place behind one record; it stays what it is for the whole life of the spool that gave it. */
export interface SpoolPosition {
  /** Number of the segment; a later one has a higher number. */
  readonly segment: number;
  /** Bytes of the segment up to here. */
  readonly offset: number;
  /** Records of the segment up to here. */
  readonly index: number;
}

export interface SpoolRecord {
  readonly bytes: Buffer;
  /** Releasing this releases the record and all before it. */
  readonly position: SpoolPosition;
}

/** `full`: the limit is reached. `disk`: the disk has no space, or grants none. */
export type AppendAnswer = { readonly upTo: SpoolPosition } | { readonly refused: 'full' | 'disk' };

/**
 * `checksum`: the bytes are the content of one record, but not as it was written. `unreadable`: the bytes lie between
 * two records. `torn`: they lie after the last record of a segment and form no complete one, as after a write that was
 * cut off before its answer. Where many damaged records follow each other they cannot be distinguished, and the bytes are
 * all of theirs.
 */
export type DamageReason = 'checksum' | 'unreadable' | 'torn';

/**
 * Takes bytes that are no valid record. They may be deleted once it resolves; where it rejects they are reported again.
 */
export type OnDamaged = (bytes: Buffer, reason: DamageReason) => void | Promise<void>;

export interface ReadLimits {
  readonly maxRecords: number;
  /** Bytes of a read; one record is read in any case. */
  readonly maxBytes: number;
  /** Place after which records are read; by default the last released one. */
  readonly after?: SpoolPosition;
}

/** The part of `node:fs/promises` that the spool uses. */
export type SpoolFiles = Pick<
  typeof fileSystem,
  'mkdir' | 'open' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'rmdir' | 'stat' | 'truncate' | 'unlink' | 'writeFile'
>;

export interface SpoolGround {
  readonly files: SpoolFiles;
  /** The directory that holds one directory for each process start. */
  readonly root: string;
  readonly clock: Clock;
  /** Bytes beyond which a segment takes no further records. */
  readonly segmentBytes: number;
  readonly onDamaged: OnDamaged;
}

export interface SpoolOptions extends Pick<SpoolGround, 'root' | 'clock' | 'onDamaged'> {
  /** A UUID, another one at each start; it names the directory. */
  readonly processId: string;
  /** Milliseconds that written records wait for their `fdatasync`; 0 means that it comes before the answer. */
  readonly fsyncIntervalMs: () => number;
  /** Called when an `fdatasync` between answers failed. */
  readonly onSyncFailed: (error: unknown) => void;
  readonly segmentBytes?: number;
  /** The bytes of all segments, adopted ones included. */
  readonly maxBytes?: number;
  readonly files?: SpoolFiles;
  /** Calls back once that many milliseconds have passed. */
  readonly after?: (ms: number, work: () => void) => void;
}

/** The code of a system error; undefined of everything else. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}
