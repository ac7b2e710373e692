// Sends each request of an operation that heeds an Idempotency-Key again, under the same key and under another one.
import { randomUUID } from 'node:crypto';
import type { Operation } from '@keelson/contract';
import { expect } from 'vitest';

const HEADER = 'idempotency-key';

type Send = (address: URL, init: RequestInit) => Promise<Response>;

function withKey(init: RequestInit, key: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set(HEADER, key);
  return { ...init, headers };
}

/** Of a failure the id of the request differs. */
async function told(response: Response): Promise<unknown> {
  const text = await response.clone().text();
  return response.ok ? text : { status: response.status, code: /"errorCode":"(\w+)"/.exec(text)?.[1] };
}

export interface RepeatedFetch {
  readonly send: Send;
  /** Sends the last request twice under a new key: what it asks for is done, so it may be refused, the same way each time. */
  again(): Promise<void>;
}

/** Each request is answered as before under its key. */
export function createRepeatedFetch(operation: Operation): RepeatedFetch {
  let last: Parameters<Send> | null = null;
  async function sendTwice(address: URL, init: RequestInit): Promise<Response> {
    const keyed = withKey(init, randomUUID());
    const first = await fetch(address, keyed);
    expect(await told(await fetch(address, keyed)), `${operation.method} ${address.pathname} again`).toEqual(
      await told(first),
    );
    return first;
  }
  return {
    async send(address, init) {
      const heeds = operation.built && operation.idempotent === true;
      if (!heeds || new Headers(init.headers).has(HEADER)) return fetch(address, init);
      last = [address, init];
      return sendTwice(address, init);
    },
    async again() {
      if (last !== null) expect((await sendTwice(...last)).status).toBeLessThan(500);
    },
  };
}
