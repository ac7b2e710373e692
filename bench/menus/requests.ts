// Requests for menus, sent one after the other over one connection, and how long each took.
import { openConnection, type RawAnswer, rawRequest } from '../bars/raw-connection.ts';

export interface Timed {
  readonly answer: RawAnswer;
  readonly elapsedMs: number;
}

/** Sends and times them; throws what was answered on any status but the one expected. */
export async function timeRequests(
  origin: string,
  requests: Iterable<string>,
  expectedStatus = 200,
): Promise<readonly Timed[]> {
  const connection = await openConnection(origin);
  const timed: Timed[] = [];
  try {
    for (const request of requests) {
      const startMs = performance.now();
      const answer = await connection.send(request);
      timed.push({ answer, elapsedMs: performance.now() - startMs });
      if (answer.status !== expectedStatus) throw new Error(`answered ${answer.status}: ${answer.body.slice(0, 500)}`);
    }
  } finally {
    connection.close();
  }
  return timed;
}

export function treeRequest(
  origin: string,
  token: string,
  { appName, headers = {} }: { readonly appName?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): string {
  const path = appName === undefined ? '/menu-items/tree' : `/menu-items/tree?appName=${appName}`;
  return rawRequest(origin, { method: 'GET', path, headers: { authorization: `Bearer ${token}`, ...headers } });
}

export function headerOf({ head }: RawAnswer, name: string): string {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}
