// Says where everything of the cluster lies: its machines, directory, ports, and the secrets that are drawn once.
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseUserFor } from '../../apps/server/src/kernel/embedded-postgres/user.ts';

/** Names the machines that are played on this one: each has etcd, Patroni with PostgreSQL, PgBouncer and a server. */
export const machines = ['a', 'b', 'c'] as const;
export type Machine = (typeof machines)[number];

/** A plain user may write there, and names of sockets in it stay short. */
export const defaultDirectory = join(tmpdir(), 'keelson-cluster');

/** Has no slash at its end, as a path of the command line has none. */
export const ownClone = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Each kind of process has ten ports above the first one. */
const kinds = ['etcd', 'etcdPeer', 'patroni', 'postgres', 'pgbouncer', 'server'] as const;
type Kind = (typeof kinds)[number];
const PORTS_OF_A_KIND = 10;

interface Kept {
  readonly firstPort: number;
  /** Is the clone whose program the servers run. */
  readonly clone: string;
  readonly superuserPassword: string;
  readonly replicationPassword: string;
  readonly programPassword: string;
  readonly adminPassword: string;
  readonly secretKeys: string;
}

export interface Layout extends Kept {
  readonly directory: string;
  /** Runs all processes; undefined where that is whoever starts them. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
  port(kind: Kind, machine: Machine): number;
  /** Is the one address that clients use. */
  readonly url: string;
  readonly frontPort: number;
  /** Leads to whichever PostgreSQL is the primary. */
  readonly primaryPort: number;
  /** Leads to those that follow it. */
  readonly standbyPort: number;
  /** Makes a directory, or writes a file, that only the account of the processes can read. */
  makeDirectory(...path: string[]): string;
  writeFile(name: string, text: string): string;
}

const KEPT_FILE = 'cluster.json';

const drawPassword = (): string => randomBytes(18).toString('base64url');

function draw(firstPort: number, clone: string): Kept {
  return {
    firstPort,
    clone,
    superuserPassword: drawPassword(),
    replicationPassword: drawPassword(),
    programPassword: drawPassword(),
    adminPassword: drawPassword(),
    secretKeys: `k1:${randomBytes(32).toString('base64url')}`,
  };
}

function layoutOf(directory: string, kept: Kept): Layout {
  const account = databaseUserFor(process.getuid?.());
  const own = (path: string, mode: number): string => {
    if (account !== undefined) chownSync(path, account.uid, account.gid);
    chmodSync(path, mode);
    return path;
  };
  const frontPort = kept.firstPort + kinds.length * PORTS_OF_A_KIND;
  return {
    ...kept,
    directory,
    account,
    frontPort,
    primaryPort: frontPort + 1,
    standbyPort: frontPort + 2,
    url: `http://127.0.0.1:${frontPort}`,
    port: (kind, machine) => kept.firstPort + kinds.indexOf(kind) * PORTS_OF_A_KIND + machines.indexOf(machine),
    makeDirectory(...path) {
      const made = join(directory, ...path);
      if (existsSync(made)) return made;
      mkdirSync(made, { recursive: true });
      return own(made, 0o700);
    },
    writeFile(name, text) {
      const path = join(directory, name);
      writeFileSync(path, text, { mode: 0o600 });
      return own(path, 0o600);
    },
  };
}

/** Answers null where no cluster was ever started in this directory. */
export function readLayout(directory: string): Layout | null {
  const file = join(directory, KEPT_FILE);
  return existsSync(file) ? layoutOf(directory, JSON.parse(readFileSync(file, 'utf8')) as Kept) : null;
}

/** Answers the layout of the directory, or makes one; `firstPort` and `clone` count at the first time alone. */
export function makeLayout(directory: string, firstPort: number, clone: string): Layout {
  const present = readLayout(directory);
  if (present !== null) return present;
  const layout = layoutOf(directory, draw(firstPort, clone));
  layout.makeDirectory();
  return keep(layout);
}

/** The servers run the program of that clone from their next start on. */
export function moveToClone(layout: Layout, clone: string): Layout {
  return keep({ ...layout, clone });
}

function keep(layout: Layout): Layout {
  const { firstPort, clone, superuserPassword, replicationPassword, programPassword, adminPassword, secretKeys } =
    layout;
  const kept: Kept = {
    firstPort,
    clone,
    superuserPassword,
    replicationPassword,
    programPassword,
    adminPassword,
    secretKeys,
  };
  layout.writeFile(KEPT_FILE, `${JSON.stringify(kept, null, 2)}\n`);
  return layout;
}
