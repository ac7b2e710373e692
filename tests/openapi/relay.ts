// Stands between a tool and the server: signs its requests, counts the answers, and ends what would go on for ever.
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Relay {
  /** Has no trailing slash. */
  readonly url: string;
  answersByStatus(): Readonly<Record<string, number>>;
  /** Holds method and path, without the query, of each request that succeeded. */
  readonly succeeded: ReadonlySet<string>;
  /** Holds the requests that were not answered at all, and why. */
  readonly broken: readonly string[];
  close(): Promise<void>;
}

/** Begins a session anew where a request has ended it. */
export async function startRelay(url: string, beginSession: () => Promise<string>): Promise<Relay> {
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<string, number>();
  const succeeded = new Set<string>();
  const broken: string[] = [];
  let token = beginSession();
  const relay = createServer(async (asked, answered) => {
    const headers = { ...asked.headers, authorization: `Bearer ${await token}` };
    const forwarded = send(url + asked.url, { method: asked.method ?? 'GET', headers, agent }, (answer) => {
      const status = String(answer.statusCode);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (/^[23]/.test(status)) succeeded.add(`${asked.method} ${asked.url?.split('?')[0]}`);
      if (status === '401') token = beginSession();
      answered.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      if (!/^text\/event-stream/.test(answer.headers['content-type'] ?? '')) return void answer.pipe(answered);
      answer.once('data', (chunk) => {
        answered.end(chunk);
        answer.destroy();
      });
    });
    forwarded.on('error', (error) => {
      broken.push(`${asked.method} ${asked.url} ${JSON.stringify(asked.headers)}: ${error.message}`);
      answered.destroy();
    });
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    succeeded,
    broken,
    answersByStatus: () => Object.fromEntries([...counts].sort(([left], [right]) => left.localeCompare(right))),
    async close() {
      agent.destroy();
      relay.closeAllConnections();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}
