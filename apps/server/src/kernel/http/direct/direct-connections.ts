// Connections whose requests are served directly, one after another, until one comes that is for node's parser.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { readDirectRequest } from './direct-request.ts';
import { type ConnectionWords, DirectResponse } from './direct-response.ts';
import type { DirectRoutes } from './direct-routes.ts';

/** Node waits so much longer than it tells, for a request that is on its way. */
const KEEP_ALIVE_GRACE_MS = 1_000;
const SECOND_MS = 1_000;

export interface DirectGround {
  readonly server: Server;
  readonly routes: DirectRoutes;
  readonly headBytesMax: number;
  /** A connection may have been open so long without any request. */
  readonly firstRequestMs: number;
  /** A connection may lie idle so long between two requests. */
  readonly keepAliveMs: number;
}

export interface DirectConnections {
  /** Ends what is idle, and everything else behind its answer. */
  close(): void;
  /** Cuts off what is still there. */
  closeAll(): void;
}

/** Takes the connections of the server before node does, and gives it those that it has to read. */
export function createDirectConnections(ground: DirectGround): DirectConnections {
  const { server } = ground;
  const [toNode] = server.listeners('connection');
  if (toNode === undefined || server.listenerCount('connection') !== 1) {
    throw new Error('node listens for connections in a way that is not known here');
  }
  const open = new Set<DirectConnection>();
  const shared: Shared = {
    ...ground,
    open,
    isClosing: false,
    keepAliveLines: `Connection: keep-alive\r\nKeep-Alive: timeout=${ground.keepAliveMs / SECOND_MS}\r\n`,
    toNode: (socket) => void toNode.call(server, socket),
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => void open.add(new DirectConnection(socket, shared)));
  return {
    close() {
      shared.isClosing = true;
      for (const connection of open) connection.closeIdle();
    },
    closeAll() {
      for (const { socket } of open) socket.destroy();
    },
  };
}

interface Shared extends DirectGround {
  readonly open: Set<DirectConnection>;
  isClosing: boolean;
  readonly keepAliveLines: string;
  readonly toNode: (socket: Socket) => void;
}

class DirectConnection implements ConnectionWords {
  readonly socket: Socket;
  readonly #shared: Shared;
  #isBusy = false;
  #isNew = true;
  /** Came while a request was under way. */
  #waiting: Buffer | null = null;

  constructor(socket: Socket, shared: Shared) {
    this.socket = socket;
    this.#shared = shared;
    socket.setTimeout(shared.firstRequestMs);
    socket.on('data', this.#take).on('timeout', this.#rest).on('end', this.#end).on('error', this.#fail);
    socket.on('close', this.#leave);
  }

  get isClosing(): boolean {
    return this.#shared.isClosing;
  }

  get keepAliveLines(): string {
    return this.#shared.keepAliveLines;
  }

  closeIdle(): void {
    if (!this.#isBusy) this.socket.destroy();
  }

  answered(isLast: boolean): void {
    const { socket } = this;
    this.#isBusy = false;
    if (isLast) {
      socket.destroySoon();
      return;
    }
    // Whoever does not read his answers is not read either.
    if (socket.writableNeedDrain) {
      socket.pause();
      socket.once('drain', this.#goOn);
    } else if (this.#waiting !== null) setImmediate(this.#goOn);
  }

  readonly #goOn = (): void => {
    const { socket } = this;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (socket.destroyed) return;
    socket.resume();
    if (waiting !== null) this.#take(waiting);
  };

  readonly #take = (bytes: Buffer): void => {
    const { socket } = this;
    if (this.#isBusy || this.#waiting !== null) {
      this.#waiting = this.#waiting === null ? bytes : Buffer.concat([this.#waiting, bytes]);
      socket.pause();
      return;
    }
    const { routes, headBytesMax, keepAliveMs } = this.#shared;
    const request = readDirectRequest(bytes, socket, headBytesMax);
    const found = request === null ? null : routes.find(request);
    if (found === null) {
      this.#giveToNode(bytes);
      return;
    }
    if (this.#isNew) {
      this.#isNew = false;
      socket.setTimeout(keepAliveMs + KEEP_ALIVE_GRACE_MS);
    }
    this.#isBusy = true;
    found.serve(found.request, new DirectResponse(this));
  };

  /** From its next byte on the connection is node's, with what was read of it. */
  #giveToNode(bytes: Buffer): void {
    const { socket } = this;
    socket.off('data', this.#take).off('timeout', this.#rest).off('end', this.#end).off('error', this.#fail);
    socket.off('close', this.#leave);
    socket.setTimeout(0);
    this.#leave();
    this.#shared.toNode(socket);
    socket.unshift(bytes);
  }

  readonly #rest = (): void => {
    if (!this.#isBusy) this.socket.destroy();
  };

  readonly #end = (): void => {
    this.socket.end();
  };

  readonly #fail = (): void => {
    this.socket.destroy();
  };

  readonly #leave = (): void => {
    this.#shared.open.delete(this);
  };
}
