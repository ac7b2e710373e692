// Listens with the server that was made, and stops so that what is under way is finished.
import { promises as dns } from 'node:dns';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { DirectConnections } from './direct/direct-connections.ts';

export interface HttpServer {
  /** Answers the port that was found. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** Stops listening and waits for what is under way; what is still there after this time is cut off. */
  close(drainMs: number): Promise<void>;
}

/** Connections that have become idle meanwhile are closed this often. */
const IDLE_CHECK_MS = 50;

export function createListener(server: FastifyInstance, direct: DirectConnections): HttpServer {
  const closeIdle = (): void => {
    direct.close();
    server.server.closeIdleConnections();
  };
  const cutOff = (): void => {
    direct.closeAll();
    server.server.closeAllConnections();
  };
  return {
    async listen({ host, port }) {
      // The framework would serve further addresses of `localhost` by servers of its own, for which nothing of this was set up.
      const { address } = await dns.lookup(host, { order: 'ipv4first' });
      await server.listen({ host: address, port });
      return (server.server.address() as AddressInfo).port;
    },
    async close(drainMs) {
      closeIdle();
      const idle = setInterval(closeIdle, IDLE_CHECK_MS);
      const cut = setTimeout(cutOff, drainMs);
      try {
        await server.close();
      } finally {
        clearInterval(idle);
        clearTimeout(cut);
      }
    },
  };
}
