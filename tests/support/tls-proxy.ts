// Ends TLS in front of a server and serves it below a path of its own, which it takes off, as the proxy of an operator does.
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CERTIFICATE, PRIVATE_KEY } from '../../apps/server/src/testing/other-side.ts';

/** Is the name of the certificate; a browser has to be told where it is. */
export const PROXY_HOST = 'erp.example';

export interface TlsProxy {
  /** Is what people ask, with the prefix and without a slash at its end. */
  readonly url: string;
  /** Lists the paths that were asked for, as they came. */
  readonly asked: readonly string[];
  /** Says where everything goes from now on. */
  leadTo(serverUrl: string): void;
  stop(): Promise<void>;
}

/** `prefix` begins with a slash and has none at its end; what is asked for outside of it is nothing of ours: 404. */
export async function startTlsProxy(prefix: string): Promise<TlsProxy> {
  const asked: string[] = [];
  let target: URL | null = null;

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const path = incoming.url ?? '';
    asked.push(path);
    if (path === prefix) {
      outgoing.writeHead(301, { location: `${prefix}/` }).end();
      return;
    }
    if (target === null || !path.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { connection: _, ...headers } = incoming.headers;
    const forwarded = { 'x-forwarded-for': incoming.socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const { hostname, port } = target;
    const { method } = incoming;
    const onward = request({
      // A kept connection may be closed by the server just now; each has its own, which is the default of nginx.
      agent: false,
      hostname,
      port,
      method,
      path: path.slice(prefix.length),
      headers: { ...headers, ...forwarded },
    });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };

  const server = createServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://${PROXY_HOST}:${(server.address() as AddressInfo).port}${prefix}`,
    asked,
    leadTo(serverUrl) {
      target = new URL(serverUrl);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
