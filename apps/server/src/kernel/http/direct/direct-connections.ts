// Connections whose requests are served directly, one after another, until one comes that is for node's parser.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Routes } from '../routes.ts';
import { readDirectRequest } from './direct-request.ts';
import { type AnsweringConnection, DirectResponse } from './direct-response.ts';

export interface DirectGround {
  readonly server: Server;
  readonly routes: Pick<Routes, 'findDirect'>;
  readonly headBytesMax: number;
  /** Time that a connection may be open without its first request. */
  readonly firstRequestMs: number;
  /** Time that a connection may lie idle between two requests. */
  readonly keepAliveMs: number;
  /** Interval in which idle connections are looked for, by which one may lie longer than allowed. */
  readonly checkMs: number;
}

export interface DirectConnections {
  /** Ends idle connections at once, and the others after their answer. */
  close(): void;
  /** Cuts off the connections that are left. */
  closeAll(): void;
}

/** Takes the connections of the server before node does, and gives node those whose requests it has to read. */
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
    checks: 0,
    keepAliveLines: `Connection: keep-alive\r\nKeep-Alive: timeout=${ground.keepAliveMs / SECOND_MS}\r\n`,
    toNode: (socket) => void toNode.call(server, socket),
  };
  const check = (): void => {
    shared.checks += 1;
    for (const connection of open) connection.checkIdle();
  };
  server.once('listening', () => {
    const checking = setInterval(check, ground.checkMs);
    server.once('close', () => clearInterval(checking));
  });
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.on('error', endAlone);
    open.add(new DirectConnection(socket, shared));
  });
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

/**
 * Listener for errors that stays on a connection: node removes its own before it hands over that of a CONNECT, and an
 * error without a listener ends the process. A reset ends its connection alone, which is destroyed by then.
 */
function endAlone(): void {}

interface Shared extends DirectGround {
  readonly open: Set<DirectConnection>;
  isClosing: boolean;
  /** Number of looks at idle connections so far: a clock for connections that costs nothing. */
  checks: number;
  readonly keepAliveLines: string;
  readonly toNode: (socket: Socket) => void;
}

class DirectConnection implements AnsweringConnection {
  readonly socket: Socket;
  readonly #shared: Shared;
  #isBusy = false;
  /** Value of `checks` since which the connection has been idle. */
  #restsSince: number;
  #restMs: number;
  /** Bytes that arrived while a request was being handled; null where there are none. */
  #waiting: Buffer | null = null;

  constructor(socket: Socket, shared: Shared) {
    this.socket = socket;
    this.#shared = shared;
    this.#restsSince = shared.checks;
    this.#restMs = shared.firstRequestMs;
    socket.on('data', this.#take).on('end', this.#end).on('close', this.#leave);
  }

  get isClosing(): boolean {
    return this.#shared.isClosing;
  }

  get keepAliveLines(): string {
    return this.#shared.keepAliveLines;
  }

  checkIdle(): void {
    const { checks, checkMs } = this.#shared;
    if (!this.#isIdle()) this.#restsSince = checks;
    // The first of these checks does not count: the connection became idle in the middle of its interval.
    else if ((checks - this.#restsSince - 1) * checkMs >= this.#restMs) this.socket.destroy();
  }

  closeIdle(): void {
    if (this.#isIdle()) this.socket.destroy();
    else if (!this.#isBusy) this.socket.destroySoon();
  }

  /** Says whether no answer is under way; one is until its client has taken it. */
  #isIdle(): boolean {
    return !this.#isBusy && this.socket.writableLength === 0;
  }

  answered(isLast: boolean): void {
    const { socket } = this;
    this.#isBusy = false;
    this.#restsSince = this.#shared.checks;
    this.#restMs = this.#shared.keepAliveMs;
    if (isLast) {
      socket.destroySoon();
      return;
    }
    // A client that does not read its answers is not read either.
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
    const { routes, headBytesMax } = this.#shared;
    const request = readDirectRequest(bytes, socket, headBytesMax);
    const found = request === null ? null : routes.findDirect(request);
    if (found === null) {
      this.#giveToNode(bytes);
      return;
    }
    this.#isBusy = true;
    found.serve(found.request, new DirectResponse(this));
  };

  /** Hands the connection over to node, with the bytes that were read of it. */
  #giveToNode(bytes: Buffer): void {
    const { socket } = this;
    socket.off('data', this.#take).off('end', this.#end).off('close', this.#leave);
    this.#leave();
    this.#shared.toNode(socket);
    socket.unshift(bytes);
  }

  readonly #end = (): void => {
    this.socket.end();
  };

  readonly #leave = (): void => {
    this.#shared.open.delete(this);
  };
}
