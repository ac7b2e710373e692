// Sends files whose bytes are made while the client receives them.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Download } from '@keelson/contract';
import type { Logger } from '../../process/logger.ts';
import type { ReplyHeaders } from '../exchange/reply.ts';

/** Time that a download may take: a slower client holds a place that others need. */
const DOWNLOAD_MS_MAX = 600_000;

export interface Downloads {
  /**
   * Writes the head, and the file as fast as the client takes it. A file that fails, or that lasts too long, ends with its
   * connection, before the last chunk (RFC 9112, 7.1): a client sees that it is not whole.
   */
  send(download: Download, to: DownloadTarget): void;
}

export interface DownloadTarget {
  /** 200, or 206 where a part of the file was asked for. */
  readonly status: number;
  readonly response: ServerResponse;
  readonly headers: ReplyHeaders;
  readonly requestId: string;
}

export interface DownloadsOptions {
  readonly log: Logger;
  readonly limitMs?: number;
}

/** Codes of a client that left in the middle of its file, or before the first part of it. */
const LEFT: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

function hasHungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LEFT.has(error.code);
}

export function createDownloads({ log, limitMs = DOWNLOAD_MS_MAX }: DownloadsOptions): Downloads {
  async function write({ chunks, fileName }: Download, { status, response, headers, requestId }: DownloadTarget) {
    const limit = AbortSignal.timeout(limitMs);
    // One part is read ahead of the client; a file is not made faster than it is received.
    const source = Readable.from(chunks, { highWaterMark: 1 });
    try {
      if (!response.destroyed) response.writeHead(status, headers);
      await pipeline(source, response, { signal: limit });
    } catch (error) {
      if (hasHungUp(error) && !limit.aborted) log.info({ requestId, fileName }, 'download left by its client');
      else log.error({ requestId, fileName, err: limit.aborted ? limit.reason : error }, 'download cut off');
    }
  }
  return { send: (download, to) => void write(download, to) };
}
