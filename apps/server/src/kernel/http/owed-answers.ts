// Answers what never becomes a request behind the answers that its connection is owed: a pipeline keeps its order (RFC 9112, 9.3.2).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { linger, type ParserError, type SocketAnswers } from './answer/socket-answer.ts';

/** Is the last request of a connection, and the last answer before its own. */
interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly before: ServerResponse | undefined;
}

/** Listens for what node's parser gives up, and for CONNECT, for which node makes no answer of its own. */
export function answerSockets(
  server: Server,
  answers: SocketAnswers,
  methodsOf: (request: IncomingMessage) => readonly string[],
): void {
  const turns = new WeakMap<Duplex, Turn>();
  const givenUp = new WeakSet<Duplex>();

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    turns.set(request.socket, { request, response, before: turns.get(request.socket)?.response });
    // RFC 9112, 6.1: what stands before this program may not have understood the chunks.
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

/** Node writes answers in order, so that none is owed any more when the last one has left. */
function behind(socket: Duplex, last: ServerResponse | undefined, act: () => void): void {
  if (!socket.writable) socket.destroy();
  else if (last === undefined || last.writableFinished || last.destroyed) act();
  else last.once('close', () => behind(socket, undefined, act));
}
