// Answers bytes that never become a request after the answers that the connection still waits for, since a pipeline
// keeps its order (RFC 9112, 9.3.2).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { linger, type ParserError, type SocketAnswers } from './answer/socket-answer.ts';

/** The last request of a connection, with the last answer before the one to come. */
interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly before: ServerResponse | undefined;
}

/** Listens for errors of node's parser, and for CONNECT, for which node makes no answer of its own. */
export function answerSockets(
  server: Server,
  answers: SocketAnswers,
  methodsOf: (request: IncomingMessage) => readonly string[],
): void {
  const turns = new WeakMap<Duplex, Turn>();
  const givenUp = new WeakSet<Duplex>();

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    turns.set(request.socket, { request, response, before: turns.get(request.socket)?.response });
    // A proxy that speaks HTTP/1.0 may not have understood the chunks (RFC 9112, 6.1).
    if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
      response.shouldKeepAlive = false;
    }
  });
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    // Node's parser gives up again at each packet that follows.
    if (givenUp.has(socket)) return;
    givenUp.add(socket);
    const turn = turns.get(socket);
    if (turn?.request.complete !== false) {
      behind(socket, turn?.response, () => answers.parserFailed(error, socket, undefined));
    } else if (turn.response.headersSent) behind(socket, turn.response, () => linger(socket));
    else behind(socket, turn.before, () => answers.parserFailed(error, socket, turn.request));
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    behind(socket, turns.get(socket)?.response, () => answers.connectRefused(request, socket, methodsOf(request)));
  });
}

/** Calls `act` when the last answer has left: node writes answers in order, so that none is missing then. */
function behind(socket: Duplex, last: ServerResponse | undefined, act: () => void): void {
  if (!socket.writable) socket.destroy();
  else if (last === undefined || last.writableFinished || last.destroyed) act();
  else last.once('close', () => behind(socket, undefined, act));
}
