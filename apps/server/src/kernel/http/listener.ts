// Listens with the server that was made, and stops so that what is under way is finished.
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DirectConnections } from './direct/direct-connections.ts';

export interface HttpServer {
  /** Answers the port that was chosen. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** Stops listening and waits for requests under way; those that last longer than this are cut off. */
  close(drainMs: number): Promise<void>;
}

/** Interval in which connections that have become idle are closed during a stop. */
const IDLE_CHECK_MS = 50;

export function createListener(server: Server, direct: DirectConnections): HttpServer {
  const closeIdle = (): void => {
    direct.close();
    server.closeIdleConnections();
  };
  const cutOff = (): void => {
    direct.closeAll();
    server.closeAllConnections();
  };
  return {
    async listen({ host, port }) {
      const { address } = await dns.lookup(host, { order: 'ipv4first' });
      server.listen({ host: address, port });
      // Rejects with the error where the address cannot be listened at.
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    async close(drainMs) {
      closeIdle();
      const idle = setInterval(closeIdle, IDLE_CHECK_MS);
      const cut = setTimeout(cutOff, drainMs);
      try {
        await new Promise<void>((resolve) => void server.close(() => resolve()));
      } finally {
        clearInterval(idle);
        clearTimeout(cut);
      }
    },
  };
}
