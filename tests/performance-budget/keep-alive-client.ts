// Keeps the connections of a small HTTP client, because `fetch` is too slow to keep 32 requests in flight.
import { Agent, type IncomingMessage, request } from 'node:http';

export interface KeepAliveClient {
  /** Answers the body of the envelope; throws on any status but 200. */
  post<T>(path: string, body: object): Promise<T>;
  close(): void;
}

export function createKeepAliveClient(url: string, connections: number, token: string): KeepAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const send = (path: string, text: string): Promise<{ readonly status: number; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          path,
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(text) },
        },
        (incoming) =>
          readText(incoming).then((answer) => resolve({ status: incoming.statusCode ?? 0, text: answer }), reject),
      );
      outgoing.once('error', reject);
      outgoing.end(text);
    });
  return {
    async post<T>(path: string, body: object) {
      const answer = await send(path, JSON.stringify(body));
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
      return (JSON.parse(answer.text) as { readonly body: T }).body;
    },
    close: () => agent.destroy(),
  };
}

function readText(incoming: IncomingMessage): Promise<string> {
  let text = '';
  incoming.setEncoding('utf8');
  incoming.on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    incoming.once('end', () => resolve(text));
    incoming.once('error', reject);
  });
}
