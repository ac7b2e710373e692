// Answers questions for TXT records on a port of loopback, as a name server does: by a script.
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const HEADER_LENGTH = 12;
const TYPE_TXT = 16;
const CLASS_INTERNET = 1;
/** RFC 1035, 4.1.1: what a server says instead of an answer. */
const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** Holds the strings of each record, or what is said instead; `silent` says nothing. */
export type ScriptedName = readonly (readonly string[])[] | keyof typeof RCODES | 'silent';

function readName(question: Buffer): string {
  const labels: string[] = [];
  let at = HEADER_LENGTH;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.');
}

function record(strings: readonly string[]): Buffer {
  const data = Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text, 'latin1')])));
  const head = Buffer.alloc(HEADER_LENGTH);
  // The name is that of the question, at its place behind the header.
  head.writeUInt16BE(0xc000 + HEADER_LENGTH, 0);
  head.writeUInt16BE(TYPE_TXT, 2);
  head.writeUInt16BE(CLASS_INTERNET, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function answerTo(asked: Buffer, script: Exclude<ScriptedName, 'silent'>): Buffer {
  const nameEnd = asked.indexOf(0, HEADER_LENGTH);
  const question = asked.subarray(HEADER_LENGTH, nameEnd + 5);
  const records = typeof script === 'string' ? [] : script;
  const header = Buffer.alloc(HEADER_LENGTH);
  asked.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof script === 'string' ? RCODES[script] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records.map(record)]);
}

export async function startNameServer(names: Readonly<Record<string, ScriptedName>>) {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (asked, { port, address }) => {
    questions += 1;
    const script = names[readName(asked)] ?? 'NXDOMAIN';
    if (script !== 'silent') socket.send(answerTo(asked, script), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    /** Counts what was asked so far. */
    questions: () => questions,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
