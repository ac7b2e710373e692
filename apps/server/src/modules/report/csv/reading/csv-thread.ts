// The thread that reads CSV files of users, so that no other work waits for it.
import { serveLane } from '../../../../kernel/worker/serve-lane.ts';
import type { CsvLook, CsvShape, CsvWish } from './csv.types.ts';
import { copyLinesOf, lookAtCsv } from './read-csv.ts';

export interface CsvWork {
  readonly look: { readonly request: { readonly bytes: Uint8Array; readonly wish: CsvWish }; readonly answer: CsvLook };
  readonly lines: {
    readonly request: { readonly bytes: Uint8Array; readonly shape: CsvShape };
    readonly answer: readonly Uint8Array[];
  };
}
export type CsvRequest = {
  readonly [K in keyof CsvWork]: { readonly kind: K } & CsvWork[K]['request'];
}[keyof CsvWork];
export type CsvAnswer = CsvWork[keyof CsvWork]['answer'];

serveLane<CsvRequest, CsvAnswer>((request) =>
  request.kind === 'look' ? lookAtCsv(request.bytes, request.wish) : copyLinesOf(request.bytes, request.shape),
);
