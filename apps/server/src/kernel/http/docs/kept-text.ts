// Keeps a text that is made once and asked for often: its bytes, each compressed form at its first use, and its tag.
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isKnownTag } from '../answer/entity-tag.ts';
import { addVary, type Coding, chooseCoding, compress } from '../exchange/compression.ts';
import { type ReplyHeaders, send, sendNotModified, setHeaders } from '../exchange/reply.ts';

export interface KeptText {
  /** Answers the request with `headers` and those that describe the bytes; 304 to whoever has them. */
  answer(request: IncomingMessage, response: ServerResponse, headers: ReplyHeaders): Promise<void>;
}

interface Made {
  readonly plain: Uint8Array;
  readonly etag: string;
  readonly pressed: Map<Coding, Promise<Uint8Array>>;
}

async function makeText(make: () => string | Promise<string>): Promise<Made> {
  const text = await make();
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  return { plain: Buffer.from(text), etag, pressed: new Map() };
}

function bytesOf({ plain, pressed }: Made, coding: Coding | null): Uint8Array | Promise<Uint8Array> {
  if (coding === null) return plain;
  const known = pressed.get(coding) ?? compress(plain, coding);
  pressed.set(coding, known);
  return known;
}

/** `make` runs at the first request; what it makes never changes while the process lives. */
export function keepText(make: () => string | Promise<string>): KeptText {
  let made: Promise<Made> | undefined;
  return {
    async answer(request, response, headers) {
      made ??= makeText(make);
      const found = await made;
      setHeaders(headers, { 'cache-control': 'no-cache', etag: found.etag });
      addVary(headers, 'Accept-Encoding');
      if (isKnownTag(request.headers['if-none-match'], found.etag)) return sendNotModified(response, headers);
      const coding = chooseCoding(request.headers['accept-encoding']);
      const bytes = await bytesOf(found, coding);
      if (coding !== null) headers.push('content-encoding', coding);
      send(response, 200, headers, bytes);
    },
  };
}
