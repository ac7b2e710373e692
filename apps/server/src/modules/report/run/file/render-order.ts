// Declares the requests of the rendering thread, and their answers.
import type { ReportRunFailure } from '@keelson/contract';
import type { ConnectionSettings } from '../../../../kernel/database/database.ts';
import type { RenderRequest } from '../../render/feature.ts';

export interface RenderOrder {
  readonly request: RenderRequest;
  readonly databaseSettings: ConnectionSettings;
  /** Time of the program's clock, epoch milliseconds, which a thread does not have. */
  readonly now: number;
  /** Bound of the file's bytes. */
  readonly bytesMax: number;
}

/** First the backend to be cancelled with the order, then the progress of the file. */
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
