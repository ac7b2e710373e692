// Defines every process of the cluster: how it is started, and how it shows that it works.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  etcdArguments,
  haproxyConfiguration,
  PROGRAM,
  patroniConfiguration,
  pgbouncerConfiguration,
  serverEnvironment,
} from './configuration.ts';
import type { Layout, Machine } from './layout.ts';
import type { ProcessDefinition } from './processes.ts';
import type { Programs } from './programs.ts';

const ASK_MS_MAX = 3_000;

/** Answers the status and the JSON of an address; null where nobody answers in time. */
export async function ask(
  port: number,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly json: Record<string, unknown> } | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(ASK_MS_MAX),
      headers: { connection: 'close' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, json };
  } catch {
    return null;
  }
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

export function etcd(layout: Layout, { etcd: command }: Programs, machine: Machine): ProcessDefinition {
  return {
    name: `etcd-${machine}`,
    command,
    args: etcdArguments(layout, machine),
    isReady: async () => (await ask(layout.port('etcd', machine), '/health'))?.json.health === 'true',
  };
}

/** It starts PostgreSQL itself, and is ready when that takes part. */
export function patroni(layout: Layout, programs: Programs, machine: Machine): ProcessDefinition {
  const { patroni: command, postgres } = programs;
  const file = layout.writeFile(`patroni-${machine}.yml`, patroniConfiguration(layout, machine, postgres));
  return {
    name: `patroni-${machine}`,
    command,
    args: [file],
    isReady: async () => (await ask(layout.port('patroni', machine), '/health'))?.status === 200,
  };
}

export function pgbouncer(layout: Layout, { pgbouncer: command }: Programs, machine: Machine): ProcessDefinition {
  const accounts = layout.writeFile('pgbouncer-accounts.txt', `"${PROGRAM}" "${layout.programPassword}"\n`);
  const file = layout.writeFile(`pgbouncer-${machine}.ini`, pgbouncerConfiguration(layout, machine, accounts));
  return {
    name: `pgbouncer-${machine}`,
    command,
    args: [file],
    isReady: () => acceptsConnections(layout.port('pgbouncer', machine)),
  };
}

export function haproxy(layout: Layout, { haproxy: command }: Programs): ProcessDefinition {
  const file = layout.writeFile('haproxy.cfg', haproxyConfiguration(layout));
  return {
    name: 'haproxy',
    command,
    args: ['-db', '-f', file],
    isReady: () => acceptsConnections(layout.frontPort),
  };
}

/** It is started as `npm start` of its clone would start it, without npm. */
export function server(layout: Layout, machine: Machine): ProcessDefinition {
  const { scripts } = JSON.parse(readFileSync(join(layout.clone, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  const [, ...args] = scripts.start.split(' ');
  return {
    name: `server-${machine}`,
    command: join(layout.clone, 'node_modules/.bin/node'),
    args: args.map((word) => (word.startsWith('--') ? word : join(layout.clone, word))),
    environment: serverEnvironment(layout, machine),
    isReady: async () => (await ask(layout.port('server', machine), '/health/ready'))?.status === 200,
  };
}
