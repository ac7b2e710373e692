// Says which error codes an operation can answer: its own and those that follow from its kind.
import type { ErrorCode } from '../errors/catalogue.ts';
import type { Operation } from './define.ts';

function accessCodes({ access, built }: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (access.kind !== 'public') codes.push('AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED');
  // What is not built asks for a session alone.
  if (!built) return codes;
  if (access.kind !== 'public' && access.kind !== 'session') codes.push('ACCESS_DENIED');
  if (access.fresh) codes.push('REAUTHENTICATION_REQUIRED');
  return codes;
}

/**
 * Lists every code of an operation, sorted; what a handler throws beside them is a defect. OPERATION_NOT_FOUND and
 * METHOD_NOT_ALLOWED belong to addresses without an operation, the first also to what an operator has switched off.
 */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(accessCodes(operation));
  // Every request can answer these: too large headers are PAYLOAD_TOO_LARGE, one that does not arrive in time
  // SERVICE_UNAVAILABLE.
  for (const code of ['PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const)
    codes.add(code);
  if (!operation.built) return [...codes.add('OPERATION_NOT_IMPLEMENTED')].sort();
  codes.add('NOT_ACCEPTABLE');
  codes.add('VALIDATION_FAILED');
  if (operation.body.kind !== 'none') codes.add('MALFORMED_BODY').add('UNSUPPORTED_MEDIA_TYPE');
  if (operation.effect === 'write' && operation.access.ignoresCredentials !== true) codes.add('CSRF_CHECK_FAILED');
  if (operation.idempotent) codes.add('IDEMPOTENCY_KEY_REUSED').add('IDEMPOTENCY_IN_PROGRESS');
  if (operation.reply.kind === 'download' && operation.reply.known === true) codes.add('RANGE_NOT_SATISFIABLE');
  if (operation.reply.kind === 'event-stream') codes.add('TOO_MANY_STREAMS');
  for (const code of operation.errors) codes.add(code);
  return [...codes].sort();
}
