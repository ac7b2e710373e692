// A mail server whose every answer a test chooses: what it does not choose is answered as servers do.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Is as it came over the wire, dots unstuffed, CRLF. */
  readonly data: string;
}

/**
 * Is asked for each command, and with `MESSAGE` once the whole message is there; `GREETING` comes first. Answers the reply, DROP for
 * a connection that ends, HANG for no answer; undefined: the usual one.
 */
export type Script = (
  command: string,
  session: { readonly number: number; readonly to: readonly string[] },
) => string | undefined;

export interface ScriptedServer {
  readonly port: number;
  /** Holds what was accepted, in order. */
  readonly mails: ReceivedMail[];
  /** Holds what came, whatever was answered. */
  readonly seen: ReceivedMail[];
  readonly commands: string[];
  connections: number;
  script: Script;
  stop(): Promise<void>;
}

const EHLO = '250-test\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-DSN\r\n250 SIZE 30000000';

export async function startScriptedServer(script: Script = () => undefined, port = 0): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    server.connections += 1;
    serve(server, socket, server.connections);
  });
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const server: ScriptedServer = {
    port: (listener.address() as AddressInfo).port,
    mails: [],
    seen: [],
    commands: [],
    connections: 0,
    script,
    async stop() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      if (listener.listening) await once(listener, 'close');
    },
  };
  return server;
}

function serve(server: ScriptedServer, socket: Socket, number: number): void {
  let [from, inMessage, buffer, isDead] = ['', false, '', false];
  let to: string[] = [];
  const answer = (command: string, usual: string): string | null => {
    const reply = server.script(command, { number, to }) ?? usual;
    if (isDead) return null;
    if (reply === 'HANG') {
      isDead = true;
      return null;
    }
    if (reply === 'DROP') {
      socket.destroy();
      return null;
    }
    socket.write(`${reply}\r\n`);
    return reply;
  };
  const take = (data: string): void => {
    inMessage = false;
    const mail = { from, to, data: data.replaceAll(/^\.\./gm, '.') };
    server.seen.push(mail);
    if (answer('MESSAGE', '250 2.0.0 queued')?.startsWith('2') === true) server.mails.push(mail);
    to = [];
  };
  const obey = (line: string): void => {
    server.commands.push(line);
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (line.startsWith('EHLO')) answer(line, EHLO);
    else if (line.startsWith('MAIL')) {
      from = address;
      to = [];
      answer(line, '250 2.1.0 ok');
    } else if (line.startsWith('RCPT')) {
      if (answer(line, '250 2.1.5 ok')?.startsWith('2') === true) to.push(address);
    } else if (line === 'DATA') {
      inMessage = answer(line, to.length === 0 ? '503 5.5.1 no recipient' : '354 go on')?.startsWith('3') === true;
    } else if (line === 'QUIT') {
      answer(line, '221 2.0.0 bye');
      socket.end();
    } else answer(line, '250 2.0.0 ok');
  };
  answer('GREETING', '220 test ESMTP');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = inMessage ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
      if (end < 0) return;
      const [text, rest] = [buffer.slice(0, end), buffer.slice(end + (inMessage ? 5 : 2))];
      buffer = rest;
      if (inMessage) take(`${text}\r\n`);
      else obey(text);
    }
  });
}
