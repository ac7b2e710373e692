// Names what went wrong with a call to another system, whatever layer it broke in.
import type { OutboundFailureCode } from './outbound.types.ts';

/** Thrown within a call and handed out of it as a value. */
export class OutboundError extends Error {
  readonly code: OutboundFailureCode;
  constructor(code: OutboundFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO|INVALID_CA|PATH_LENGTH|INVALID_PURPOSE)/;

/**
 * Recognises by its code an error of TLS: the certificate does not prove the host, or both sides do not agree on keys.
 */
export function isTlsFailure(code: string): boolean {
  return TLS.test(code);
}

const PACKED = /^(Z_|ERR__?BROTLI|ERR_BROTLI|BROTLI_)/;
const WRITTEN = /^(ERR_INVALID_CHAR|ERR_HTTP_INVALID|ERR_INVALID_HTTP_TOKEN|ERR_INVALID_ARG|ERR_UNESCAPED|HPE_USER)/;

/** Makes an `OutboundError` with the code of the cause; its text may name addresses and is left out. */
export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code: cause = 'UNKNOWN' } = error as { readonly code?: string };
  if (isTlsFailure(cause)) return new OutboundError('TLS_FAILED', `${host} does not prove who it is (${cause})`);
  if (PACKED.test(cause))
    return new OutboundError('ANSWER_UNREADABLE', `the answer of ${host} cannot be unpacked (${cause})`);
  if (WRITTEN.test(cause))
    return new OutboundError('REQUEST_INVALID', `the request to ${host} cannot be written (${cause})`);
  return new OutboundError('CONNECTION_FAILED', `the connection to ${host} failed (${cause})`);
}
