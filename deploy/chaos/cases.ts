// Says what is done to the cluster in each case, and when it is whole again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { familyOf } from '../../tests/support/process-group.ts';
import { until } from '../../tests/support/until.ts';
import { primaryOf, setSynchronous, waitUntilWhole } from '../cluster/cluster.ts';
import { type Layout, type Machine, machines, moveToClone, ownClone } from '../cluster/layout.ts';
import { ask, etcd, patroni, server } from '../cluster/members.ts';
import { sendSignal, signalProcess, startProcess, stopProcess, waitForEnd } from '../cluster/processes.ts';
import type { Programs } from '../cluster/programs.ts';
import { drain, putBack, untilStatus } from './haproxy-commands.ts';

export interface Scene {
  readonly layout: Layout;
  readonly programs: Programs;
  say(line: string): void;
}

export interface Case {
  readonly title: string;
  /** Something acknowledged has to be lost: a checker that finds nothing here would find nothing anywhere. */
  readonly mustLose?: true;
  /** It is named by itself, and is none of `all`. */
  readonly apart?: true;
  /** Resolves when everything runs again. */
  strike(scene: Scene): Promise<void>;
}

const SECOND_MS = 1_000;
/** Longer than the 5 s of silence after which a process counts as dead, and than any limit of the pulse. */
const CUT_OFF_MS = 15_000;
/** Longer than the 20 s after which Patroni's leader key is gone. */
const HANG_MS = 40_000;
const FAILOVER_MS_MAX = 90_000;
const POLL_MS = 100;
const UNSENT_MS = 2_000;
const READ_ONLY_MS = 8_000;
const SERVER: Machine = 'b';

async function requirePrimary(layout: Layout): Promise<Machine> {
  const primary = await primaryOf(layout);
  if (primary === null) throw new Error('There is no primary to begin with.');
  return primary;
}

async function untilAnotherPrimary({ layout, say }: Scene, former: Machine): Promise<void> {
  const began = performance.now();
  const isAnother = async (): Promise<Machine | null> => {
    const primary = await primaryOf(layout);
    return primary === former ? null : primary;
  };
  const primary = await until('another primary', isAnother, { timeoutMs: FAILOVER_MS_MAX, pollMs: POLL_MS });
  say(`${primary} is the primary after ${Math.round(performance.now() - began)} ms`);
}

/** Each server is emptied, stopped, started and filled again, one after the other. */
async function roll(layout: Layout, say: Scene['say']): Promise<void> {
  for (const machine of machines) {
    await drain(layout, machine);
    await stopProcess(layout, `server-${machine}`);
    await startProcess(layout, server(layout, machine));
    await putBack(layout, machine);
    say(`server ${machine} runs again`);
  }
}

/** Answers the member that leads etcd; null while none does. */
async function leaderOfEtcd(layout: Layout): Promise<Machine | null> {
  for (const machine of machines) {
    const answer = await ask(layout.port('etcd', machine), '/v3/maintenance/status', {});
    const { leader, header } = (answer?.json ?? {}) as { leader?: string; header?: { member_id?: string } };
    if (leader !== undefined && leader === header?.member_id) return machine;
  }
  return null;
}

/** Lists the postmaster of a machine and its children. */
function postgresOf(layout: Layout, machine: Machine): readonly number[] {
  const [line = ''] = readFileSync(join(layout.directory, machine, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return familyOf(Number(line));
}

async function killDatabaseMachine(layout: Layout, machine: Machine): Promise<void> {
  const killed = postgresOf(layout, machine);
  signalProcess(layout, `patroni-${machine}`, 'SIGKILL');
  for (const pid of killed) sendSignal(pid, 'SIGKILL');
  await waitForEnd(layout, `patroni-${machine}`);
}

/** Distinguishes the processes of a primary that send its log to standbys from the others. */
function isSender(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('walsender');
}

export const cases: Readonly<Record<string, Case>> = {
  'rolling-restart': {
    title: 'every server is restarted, one after the other',
    strike: ({ layout, say }) => roll(layout, say),
  },
  'rolling-upgrade': {
    apart: true,
    title: 'every server goes on with the program of this clone, one after the other; start the cluster with --clone',
    async strike({ layout, say }) {
      if (layout.clone === ownClone) throw new Error('The servers run this clone already: start with --clone DIR.');
      await roll(moveToClone(layout, ownClone), say);
    },
  },
  'kill-server': {
    title: 'kill -9 of a server',
    async strike({ layout, say }) {
      const name = `server-${SERVER}`;
      signalProcess(layout, name, 'SIGKILL');
      await waitForEnd(layout, name);
      await untilStatus(layout, SERVER, 'DOWN');
      say(`HAProxy has taken ${SERVER} out`);
      await startProcess(layout, server(layout, SERVER));
      await untilStatus(layout, SERVER, 'UP');
    },
  },
  'kill-primary': {
    title: 'kill -9 of the primary PostgreSQL; its Patroni lives',
    async strike(scene) {
      const former = await requirePrimary(scene.layout);
      for (const pid of postgresOf(scene.layout, former)) sendSignal(pid, 'SIGKILL');
      await untilAnotherPrimary(scene, former);
      await waitUntilWhole(scene.layout);
    },
  },
  'kill-database-machine': {
    title: 'kill -9 of the primary PostgreSQL and its Patroni at once',
    async strike(scene) {
      const { layout, programs } = scene;
      const former = await requirePrimary(layout);
      await killDatabaseMachine(layout, former);
      await untilAnotherPrimary(scene, former);
      await startProcess(layout, patroni(layout, programs, former));
      await waitUntilWhole(layout);
    },
  },
  'hang-primary': {
    title: `the primary PostgreSQL and its Patroni are stopped for ${HANG_MS / SECOND_MS} s, and go on`,
    async strike(scene) {
      const { layout, say } = scene;
      const former = await requirePrimary(layout);
      const stopped = postgresOf(layout, former);
      // Patroni first: it shall not notice.
      signalProcess(layout, `patroni-${former}`, 'SIGSTOP');
      for (const pid of stopped) sendSignal(pid, 'SIGSTOP');
      try {
        await Promise.all([untilAnotherPrimary(scene, former), pause(HANG_MS)]);
      } finally {
        for (const pid of stopped) sendSignal(pid, 'SIGCONT');
        signalProcess(layout, `patroni-${former}`, 'SIGCONT');
      }
      say(`${former} goes on`);
      await waitUntilWhole(layout);
    },
  },
  switchover: {
    title: 'another PostgreSQL becomes the primary as planned',
    async strike(scene) {
      const { layout } = scene;
      const leader = await requirePrimary(layout);
      const answer = await ask(layout.port('patroni', leader), '/switchover', { leader });
      if (answer !== null && answer.status >= 300) throw new Error(`Patroni refuses: ${answer.status}.`);
      await untilAnotherPrimary(scene, leader);
      await waitUntilWhole(layout);
    },
  },
  'kill-standby': {
    title: 'kill -9 of both standbys, of which one acknowledges and all answer searches; their Patronis live',
    async strike({ layout, say }) {
      const primary = await requirePrimary(layout);
      for (const standby of machines.filter((machine) => machine !== primary)) {
        for (const pid of postgresOf(layout, standby)) sendSignal(pid, 'SIGKILL');
        say(`${standby} is gone`);
      }
      await waitUntilWhole(layout);
    },
  },
  'kill-etcd': {
    title: 'kill -9 of the leader of etcd',
    async strike({ layout, programs, say }) {
      const former = await leaderOfEtcd(layout);
      if (former === null) throw new Error('etcd has no leader to begin with.');
      signalProcess(layout, `etcd-${former}`, 'SIGKILL');
      await waitForEnd(layout, `etcd-${former}`);
      await until('another leader of etcd', () => leaderOfEtcd(layout), { pollMs: POLL_MS });
      say('etcd has another leader');
      await pause(CUT_OFF_MS);
      await startProcess(layout, etcd(layout, programs, former));
      await waitUntilWhole(layout);
    },
  },
  'lose-etcd': {
    title: 'kill -9 of two of three members of etcd, until Patroni has taken the primary back',
    async strike({ layout, programs, say }) {
      const killed = machines.slice(1);
      for (const machine of killed) {
        signalProcess(layout, `etcd-${machine}`, 'SIGKILL');
        await waitForEnd(layout, `etcd-${machine}`);
      }
      const isNone = async (): Promise<boolean> => (await primaryOf(layout)) === null;
      await until('no primary to be left', isNone, { timeoutMs: FAILOVER_MS_MAX, pollMs: POLL_MS });
      say('no PostgreSQL takes writes');
      await pause(READ_ONLY_MS);
      await Promise.all(killed.map((machine) => startProcess(layout, etcd(layout, programs, machine))));
      await waitUntilWhole(layout);
    },
  },
  'cut-off': {
    title: `a server is cut off from the database for ${CUT_OFF_MS / SECOND_MS} s: its PgBouncer is stopped, and goes on`,
    async strike({ layout, say }) {
      const name = `pgbouncer-${SERVER}`;
      signalProcess(layout, name, 'SIGSTOP');
      try {
        await untilStatus(layout, SERVER, 'DOWN');
        say(`HAProxy has taken ${SERVER} out`);
        await pause(CUT_OFF_MS);
      } finally {
        signalProcess(layout, name, 'SIGCONT');
      }
      await untilStatus(layout, SERVER, 'UP');
    },
  },
  control: {
    apart: true,
    mustLose: true,
    title: 'without synchronous replication: the primary is killed before it has sent what it acknowledged',
    async strike(scene) {
      const { layout, programs, say } = scene;
      const former = await requirePrimary(layout);
      await setSynchronous(layout, false);
      for (const pid of postgresOf(layout, former).filter(isSender)) sendSignal(pid, 'SIGSTOP');
      await pause(UNSENT_MS);
      await killDatabaseMachine(layout, former);
      say(`${former} is gone with what it acknowledged for ${UNSENT_MS} ms`);
      await untilAnotherPrimary(scene, former);
      await startProcess(layout, patroni(layout, programs, former));
      await setSynchronous(layout, true);
      await waitUntilWhole(layout);
    },
  },
};
