// Says what the spool takes, what it answers, and what it needs of the process around it.
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
 * `checksum`: the bytes are the content of one record, which is not what was written.
 * `unreadable`: the bytes are what stands between two records. `torn`: they stand behind the last record of a segment
 * and make no whole one, which is what a write leaves that was cut off before its answer.
 * Where many records stand one after another that cannot be told apart, the bytes are all of theirs.
 */
export type DamageReason = 'checksum' | 'unreadable' | 'torn';

/** Takes bytes that cannot be given as a record. They may go once it is done; where it fails they are told again. */
export type OnDamaged = (bytes: Buffer, reason: DamageReason) => void | Promise<void>;

export interface ReadLimits {
  readonly maxRecords: number;
  /** One record is given in any case. */
  readonly maxBytes: number;
  /** Only records behind this are given; by default those not yet released. */
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
  /** A segment takes no further records beyond this. */
  readonly segmentBytes: number;
  readonly onDamaged: OnDamaged;
}

export interface SpoolOptions extends Pick<SpoolGround, 'root' | 'clock' | 'onDamaged'> {
  /** A UUID, another one at each start; it names the directory. */
  readonly processId: string;
  /** Written records wait so long at most for their `fdatasync`; 0 means that it comes before the answer. */
  readonly fsyncIntervalMs: () => number;
  /** Hears of an `fdatasync` between answers that failed. */
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
