// Declares why a run ends without its file.
import type { ReportRunFailure } from '@keelson/contract';

/** Thrown where a run is over and is not tried again. */
export class RunFailure extends Error {
  readonly code: ReportRunFailure;
  /** The database's message about the query. */
  readonly text: string | null;

  constructor(code: ReportRunFailure, text: string | null = null) {
    super(code);
    this.code = code;
    this.text = text;
  }
}

/**
 * Reason of a run's signal. CANCELLED: by a person. TIMED_OUT: it took too long. LOST: another process has it, or it
 * was removed. STOPPING: this process ends, another one takes it.
 */
export type StopKind = 'CANCELLED' | 'TIMED_OUT' | 'LOST' | 'STOPPING';

export class RunStopped extends Error {
  readonly kind: StopKind;

  constructor(kind: StopKind) {
    super(kind);
    this.kind = kind;
  }
}
