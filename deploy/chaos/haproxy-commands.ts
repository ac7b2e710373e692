// Speaks to HAProxy by its own socket: takes a server out before it stops, and puts it back.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '../../tests/support/until.ts';
import { haproxySocket } from '../cluster/configuration.ts';
import type { Layout, Machine } from '../cluster/layout.ts';

/** A request takes 30 s at most. */
const DRAIN_MS_MAX = 35_000;
const POLL_MS = 50;
const BACKEND = 'servers';

async function command(layout: Layout, line: string): Promise<string> {
  const socket = connect(haproxySocket(layout));
  socket.end(`${line}\n`);
  return text(socket);
}

/** Reads one column of the statistics of a server. */
async function statisticOf(layout: Layout, machine: Machine, column: string): Promise<string> {
  const [head = '', ...rows] = (await command(layout, 'show stat')).trim().split('\n');
  const columns = head.replace(/^# /, '').split(',');
  const cells = rows.map((row) => row.split(',')).find(([proxy, name]) => proxy === BACKEND && name === machine);
  return cells?.[columns.indexOf(column)] ?? '';
}

/** Sends it nothing new, and resolves when it has answered everything that it got. */
export async function drain(layout: Layout, machine: Machine): Promise<void> {
  await command(layout, `set server ${BACKEND}/${machine} state drain`);
  await until(`${machine} to have answered`, async () => (await statisticOf(layout, machine, 'scur')) === '0', {
    timeoutMs: DRAIN_MS_MAX,
    pollMs: POLL_MS,
  });
}

/** Lets it have requests again as soon as HAProxy has found it ready. */
export async function putBack(layout: Layout, machine: Machine): Promise<void> {
  await command(layout, `set server ${BACKEND}/${machine} state ready`);
  await untilStatus(layout, machine, 'UP');
}

/** Resolves when HAProxy has found the server up or down. */
export async function untilStatus(layout: Layout, machine: Machine, status: 'UP' | 'DOWN'): Promise<void> {
  const isIt = async (): Promise<boolean> => (await statisticOf(layout, machine, 'status')).startsWith(status);
  await until(`HAProxy to find ${machine} ${status}`, isIt, { pollMs: POLL_MS });
}
