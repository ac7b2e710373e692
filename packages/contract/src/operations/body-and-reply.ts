// Describes what a request and an answer carry beside the address: every kind of body and of reply.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { EventSpec } from './event-stream.ts';

/**
 * An operation takes so many bytes from somebody who has not signed in: ten times what a sign-in says, and little enough
 * that reading what a stranger sends costs nothing.
 */
export const publicBodyBytesMax = 16_384;

/** Tells what an `Idempotency-Key` looks like. */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]{1,128}$';

/** Describes what a request carries beside its address. Every kind has one reader in the server. */
export type BodySpec =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly schema: TObject;
      /** An absent body counts as `{}`. */
      readonly optional?: true;
      readonly limitBytes?: number;
      /** A larger body is refused with this code, where it is not PAYLOAD_TOO_LARGE. */
      readonly tooLarge?: ErrorCode;
      /** Fields of this name may hold U+0000: the handler refuses it in its own way. */
      readonly nulAllowedIn?: string;
      /** Numbers that a double cannot hold stay as they were written (`JSON.rawJSON`); beyond its range they are refused. */
      readonly exactNumbers?: true;
    }
  /** Takes one string: raw text, `text/plain` or a JSON string. */
  | {
      readonly kind: 'string';
      readonly schema: TSchema;
      /** An absent body is the empty text. */
      readonly optional?: true;
    }
  /** Takes a JSON array; one bare item counts as a list of one. */
  | {
      readonly kind: 'list';
      readonly schema: TSchema;
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly limitBytes?: number;
      /** Fields of this name may hold U+0000: the handler refuses it in its own way. */
      readonly nulAllowedIn?: string;
    }
  /** Answers any JSON value including null, or `text/plain` as a string. */
  | {
      readonly kind: 'any';
      readonly schema: TSchema;
      readonly limitBytes?: number;
      /** Says the handler's own rules in a document, where it refuses in the words of a protocol; then it takes JSON alone. */
      readonly documented?: TSchema;
    }
  /** Is handed over unread, unpacked where it came as gzip: the handler reads it in its own way. */
  | {
      readonly kind: 'bytes';
      /** One of them is sent; the first is JSON of the schema, as documents show it and clients send it. */
      readonly mediaTypes: readonly ['application/json', ...string[]];
      readonly schema: TSchema;
      /** Bytes as they are sent, and bytes that they unpack to. */
      readonly limitBytes: number;
      readonly unpackedBytes: number;
    }
  | {
      readonly kind: 'multipart';
      readonly files: Readonly<
        Record<
          string,
          {
            readonly min: number;
            readonly max: number;
            readonly description: string;
            /** Bounds each file of this name, where it is not what the suite takes of a file. */
            readonly limitBytes?: number;
          }
        >
      >;
      /** The fields are text on the wire: the server reads booleans and numbers as the schema says. */
      readonly fields: TObject;
    }
  | {
      readonly kind: 'form';
      readonly schema: TObject;
      /** The same fields may come as multipart/form-data. */
      readonly multipart?: true;
      readonly limitBytes?: number;
    }
  /** Is handed over unread: the handler reads it in its own way. */
  | {
      readonly kind: 'raw';
      readonly mediaTypes: readonly [string, ...string[]];
      readonly limitBytes: number;
    };

/** Is what a handler gets of a body of the kinds `bytes` and `raw`. */
export interface UnreadBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Names the response headers that an operation sets, by lower-case name, with their description. */
export type HeaderSpec = Readonly<Record<string, string>>;

export type ReplySpec =
  | {
      readonly kind: 'json';
      readonly schema: TSchema;
      readonly headers?: HeaderSpec;
      /** An answer whose header `etag` the request names in `If-None-Match` is 304 without a body. */
      readonly conditional?: true;
    }
  | { readonly kind: 'void'; readonly headers?: HeaderSpec }
  /** Answers 302 to `location`, or Void. */
  | { readonly kind: 'redirect-or-void' }
  /** Answers JSON in the envelope, or the raw file when `Accept` admits one of `mediaTypes`. */
  | { readonly kind: 'json-or-bytes'; readonly schema: TSchema; readonly mediaTypes: readonly string[] }
  /**
   * Answers a file outside the envelope, written while it is read. What fails before its first byte is told in the envelope;
   * what fails later ends the connection, so that nobody takes a part for the whole.
   */
  | {
      readonly kind: 'download';
      readonly mediaTypes: readonly [string, ...string[]];
      /** Says in a document what the file holds. */
      readonly description: string;
      readonly headers?: HeaderSpec;
      /**
       * The file is known before it is read: its answer has a length and an `ETag`, and the server heeds `If-None-Match` (304),
       * `Range` and `If-Range` (206, 416) as RFC 9110, 13 and 14, has them.
       */
      readonly known?: true;
      /** A client that takes JSON alone gets a file of up to so many bytes in the envelope, as base64; of more, 406. */
      readonly base64Max?: number;
    }
  /** Answers a page, outside the envelope, to whoever likes one better than JSON, and Void to others; failures alike. */
  | { readonly kind: 'page-or-void' }
  /** Answers a page outside the envelope. */
  | { readonly kind: 'html' }
  /** Answers and failures as a protocol of this name has them, outside the envelope. */
  | {
      readonly kind: 'form';
      readonly form: string;
      /** Says in a document what is answered. */
      readonly description: string;
      /** Names the media types beside JSON. */
      readonly mediaTypes?: readonly string[];
      /** An answer whose header `etag` the request names in `If-None-Match` is 304 without a body. */
      readonly conditional?: true;
    }
  /** Server-sent events outside the envelope. Opening one is no use of the session, and it ends with the session. */
  | {
      readonly kind: 'event-stream';
      readonly events: EventSpec;
      /** `Last-Event-ID` is honoured. */
      readonly resumable?: true;
      /** Says how many streams one user may have open at a time in one process, where it is not 10. */
      readonly streamsMax?: number;
      /** Names the protocol whose failures are told; else they are told in the envelope. */
      readonly form?: string;
    };

/** Describes a file as multipart carried it. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface Multipart<F extends TObject = TObject> {
  readonly files: Readonly<Record<string, readonly UploadedFile[]>>;
  readonly fields: Static<F>;
}
