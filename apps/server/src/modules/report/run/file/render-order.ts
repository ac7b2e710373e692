// Says what the thread that makes files is asked for, and what it answers.
import type { ReportRunFailure } from '@keelson/contract';
import type { ConnectionSettings } from '../../../../kernel/database/database.ts';
import type { RenderRequest } from '../../render/feature.ts';

export interface RenderOrder {
  readonly request: RenderRequest;
  readonly databaseSettings: ConnectionSettings;
  /** Is the time of the program's clock, epoch milliseconds: a thread has none. */
  readonly now: number;
  /** A larger file is refused. */
  readonly bytesMax: number;
}

/** Tells the backend to be cancelled with the order, then how far the file is. */
export type RenderProgress = { readonly pid: number } | { readonly done: number; readonly of: number };

export type RenderAnswer =
  | {
      readonly kind: 'MADE';
      readonly hash: Uint8Array;
      readonly byteCount: number;
      readonly pageCount: number | null;
      readonly isTruncated: boolean;
      readonly warningList: readonly string[];
    }
  | { readonly kind: 'REFUSED'; readonly errorCode: ReportRunFailure };
