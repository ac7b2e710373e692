// Repeats of a request under one `Idempotency-Key` answer what the first one answered.
import { createHash } from 'node:crypto';
import type { Idempotency, IdempotencyClaim } from '../../kernel/records/idempotency.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';

/** What makes two requests the same: who asks for which operation, with which parameters and body. */
export interface OnceRequest {
  readonly operation: string;
  readonly caller: Caller;
  readonly context: Context;
  /** Hashed in this order; bytes as they are, everything else as JSON. */
  readonly content: readonly unknown[];
}

/** The claim is null when the request carries no key: there is nothing to store then. */
export type Once = <T>(request: OnceRequest, work: (claim: IdempotencyClaim | null) => Promise<T>) => Promise<T>;

export function createOnce(idempotency: Idempotency): Once {
  return (request, work) => {
    const { operation, caller, context, content } = request;
    if (context.idempotencyKey === null) return work(null);
    return idempotency.run(
      {
        tenantIdentifier: caller.tenantIdentifier,
        callerIdentifier: caller.identifier,
        operation: `bpmn-engine.${operation}`,
        key: context.idempotencyKey,
        bodyHash: hashOf(content),
      },
      work,
    );
  };
}

function hashOf(content: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of content) {
    const bytes = part instanceof Uint8Array ? part : Buffer.from(JSON.stringify(part) ?? 'null');
    // The length keeps neighbours apart.
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('base64url');
}
