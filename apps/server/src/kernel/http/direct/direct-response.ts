// Writes an answer to the socket in one piece, with the headers that node's server would add.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { HttpResponse } from '../exchange/http-message.ts';

/** Characters that a header's value must not hold (RFC 9110, 5.5); node refuses the same. */
const FORBIDDEN_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** The connection that an answer is written to. */
export interface AnsweringConnection {
  readonly socket: Socket;
  readonly isClosing: boolean;
  /** Header lines that announce how long an idle connection is kept. */
  readonly keepAliveLines: string;
  /** Reports that the answer was written, and whether the connection ends with it. */
  answered(isLast: boolean): void;
}

let dateSecond = 0;
let dateLine = '';

/** Answers the `Date` of the present second; it is the time of the machine, as node writes it. */
function dateLineNow(): string {
  const second = Math.floor(Date.now() / SECOND_MS);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `Date: ${new Date(second * SECOND_MS).toUTCString()}\r\n`;
  }
  return dateLine;
}

export class DirectResponse implements HttpResponse {
  headersSent = false;
  readonly #connection: AnsweringConnection;
  #head = '';
  #isLast = false;

  constructor(connection: AnsweringConnection) {
    this.#connection = connection;
  }

  get destroyed(): boolean {
    const { socket } = this.#connection;
    return socket.destroyed || socket.writableEnded;
  }

  /** Writes the head; throws for a value that a header cannot hold, since this program made it. */
  writeHead(status: number, headers: readonly string[]): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    let isLast = this.#connection.isClosing;
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index]!;
      const value = headers[index + 1]!;
      if (FORBIDDEN_IN_VALUE.test(value)) throw new Error(`the header ${name} cannot be written`);
      if (name === 'connection') isLast = isLast || value === 'close';
      else head += `${name}: ${value}\r\n`;
    }
    this.#isLast = isLast;
    this.#head = `${head}${dateLineNow()}${isLast ? 'Connection: close\r\n' : this.#connection.keepAliveLines}\r\n`;
    this.headersSent = true;
  }

  end(payload: string | Uint8Array = ''): void {
    const { socket } = this.#connection;
    if (typeof payload === 'string' && Buffer.byteLength(payload) === payload.length) {
      socket.write(this.#head + payload, 'latin1');
    } else {
      socket.cork();
      socket.write(this.#head, 'latin1');
      socket.write(payload);
      socket.uncork();
    }
    this.#connection.answered(this.#isLast);
  }
}
