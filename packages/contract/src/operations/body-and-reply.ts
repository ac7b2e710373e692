// Describes what a request and an answer carry beside the address: every kind of body and of reply.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { EventSpec } from './event-stream.ts';

/**
 * An operation takes so many bytes from somebody who has not signed in: ten times what a sign-in says, and little enough
 * that reading what a stranger sends costs nothing.
 */
export const publicBodyBytesMax = 16_384;

/** Pattern of an `Idempotency-Key`. */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]{1,128}$';

/** What a request carries beside its address. Every kind has one reader in the server. */
export type BodySpec =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly schema: TObject;
      /** Whether an absent body counts as `{}`. */
      readonly optional?: true;
      readonly limitBytes?: number;
      /** Code of the refusal of a larger body, where it is not PAYLOAD_TOO_LARGE. */
      readonly tooLarge?: ErrorCode;
      /** Name of the fields that may hold U+0000: the handler refuses it in its own way. */
      readonly nulAllowedIn?: string;
      /**
       * Whether numbers that a double cannot hold stay as written (`JSON.rawJSON`); those beyond its range are refused.
       */
      readonly exactNumbers?: true;
    }
  /** Takes one string: raw text, `text/plain` or a JSON string. */
  | {
      readonly kind: 'string';
      readonly schema: TSchema;
      /** Whether an absent body is the empty text. */
      readonly optional?: true;
    }
  /** Takes a JSON array; one bare item counts as a list of one. */
  | {
      readonly kind: 'list';
      readonly schema: TSchema;
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly limitBytes?: number;
      /** Name of the fields that may hold U+0000: the handler refuses it in its own way. */
      readonly nulAllowedIn?: string;
    }
  /** Answers any JSON value including null, or `text/plain` as a string. */
  | {
      readonly kind: 'any';
      readonly schema: TSchema;
      readonly limitBytes?: number;
      /** Schema for the document, where the handler refuses in the words of a protocol; then it takes JSON alone. */
      readonly documented?: TSchema;
    }
  /** A body that is handed over unread, unpacked where it came as gzip: the handler reads it in its own way. */
  | {
      readonly kind: 'bytes';
      /**
       * Media types, of which one is sent; the first is JSON of the schema, as documents show it and clients send it.
       */
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
            /** Bytes of each file of this name, where it is not what the suite takes of a file. */
            readonly limitBytes?: number;
          }
        >
      >;
      /** Fields, which are text on the wire: the server reads booleans and numbers as the schema says. */
      readonly fields: TObject;
    }
  | {
      readonly kind: 'form';
      readonly schema: TObject;
      /** Whether the same fields may come as multipart/form-data. */
      readonly multipart?: true;
      readonly limitBytes?: number;
    }
  /** A body that is handed over unread: the handler reads it in its own way. */
  | {
      readonly kind: 'raw';
      readonly mediaTypes: readonly [string, ...string[]];
      readonly limitBytes: number;
    };

/** What a handler gets of a body of the kinds `bytes` and `raw`. */
export interface UnreadBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The response headers that an operation sets, by lower-case name, with their description. */
export type HeaderSpec = Readonly<Record<string, string>>;

export type ReplySpec =
  | {
      readonly kind: 'json';
      readonly schema: TSchema;
      readonly headers?: HeaderSpec;
      /** Whether an answer is 304 without a body when the request names its header `etag` in `If-None-Match`. */
      readonly conditional?: true;
    }
  | { readonly kind: 'void'; readonly headers?: HeaderSpec }
  /** Answers 302 to `location`, or Void. */
  | { readonly kind: 'redirect-or-void' }
  /** Answers JSON in the envelope, or the raw file when `Accept` admits one of `mediaTypes`. */
  | { readonly kind: 'json-or-bytes'; readonly schema: TSchema; readonly mediaTypes: readonly string[] }
  /**
   * Answers a file outside the envelope, written while it is read. What fails before its first byte is answered in the envelope;
   * what fails later ends the connection, so that nobody takes a part for the whole.
   */
  | {
      readonly kind: 'download';
      readonly mediaTypes: readonly [string, ...string[]];
      /** Description of the file's content for the document. */
      readonly description: string;
      readonly headers?: HeaderSpec;
      /**
       * The file is known before it is read: its answer has a length and an `ETag`, and the server heeds `If-None-Match` (304),
       * `Range` and `If-Range` (206, 416) as RFC 9110, 13 and 14, has them.
       */
      readonly known?: true;
      /** Bytes up to which a client that takes JSON alone gets the file in the envelope, as base64; of more, 406. */
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
      /** Description of the answer for the document. */
      readonly description: string;
      /** Media types beside JSON. */
      readonly mediaTypes?: readonly string[];
      /** Whether an answer is 304 without a body when the request names its header `etag` in `If-None-Match`. */
      readonly conditional?: true;
    }
  /** Server-sent events outside the envelope. Opening one is no use of the session, and it ends with the session. */
  | {
      readonly kind: 'event-stream';
      readonly events: EventSpec;
      /** Whether `Last-Event-ID` is honoured. */
      readonly resumable?: true;
      /** Streams that one user may have open at a time in one process, where it is not 10. */
      readonly streamsMax?: number;
      /** Name of the protocol in whose form failures are answered; else they are in the envelope. */
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
