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
/** Commands that were sent ahead meet it after a refused sender (RFC 2920, 3.1). */
const NO_SENDER = '503 5.5.1 need MAIL command';

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
  let [inMessage, buffer, isDead] = [false, '', false];
  // Is the sender that was taken; null: no transaction is open.
  let from: string | null = null;
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
  const takes = (command: string, usual: string): boolean => answer(command, usual)?.startsWith('2') === true;
  const reset = (): void => {
    from = null;
    to = [];
  };
  const take = (data: string): void => {
    inMessage = false;
    const mail = { from: from ?? '', to, data: data.replaceAll(/^\.\./gm, '.') };
    server.seen.push(mail);
    if (takes('MESSAGE', '250 2.0.0 queued')) server.mails.push(mail);
    reset();
  };
  const obey = (line: string): void => {
    server.commands.push(line);
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (line.startsWith('EHLO') || line.startsWith('HELO')) {
      reset();
      answer(line, line.startsWith('EHLO') ? EHLO : '250 test');
    } else if (line.startsWith('MAIL')) {
      if (takes(line, from === null ? '250 2.1.0 ok' : '503 5.5.1 nested MAIL command')) from = address;
    } else if (line.startsWith('RCPT')) {
      if (takes(line, from === null ? NO_SENDER : '250 2.1.5 ok')) to.push(address);
    } else if (line === 'DATA') {
      const usual = from === null ? NO_SENDER : to.length === 0 ? '554 5.5.1 no valid recipients' : '354 go on';
      inMessage = answer(line, usual)?.startsWith('3') === true;
    } else if (line === 'RSET') {
      if (takes(line, '250 2.0.0 ok')) reset();
    } else if (line === 'QUIT') {
      answer(line, '221 2.0.0 bye');
      socket.end();
    } else if (line === 'STARTTLS') answer(line, '502 5.5.1 no such command');
    else answer(line, '250 2.0.0 ok');
  };
  answer('GREETING', '220 test ESMTP');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      // A message may have no line at all.
      const isEmpty = inMessage && buffer.startsWith('.\r\n');
      const end = isEmpty ? -2 : buffer.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
      if (end < 0 && !isEmpty) return;
      const [text, rest] = [buffer.slice(0, Math.max(end, 0)), buffer.slice(end + (inMessage ? 5 : 2))];
      buffer = rest;
      if (inMessage) take(isEmpty ? '' : `${text}\r\n`);
      else obey(text);
    }
  });
}
