// Finds the programs that the cluster consists of, and says by a sentence which are missing and where they come from.
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const POSTGRES_TOOLS = ['postgres', 'initdb', 'pg_ctl', 'pg_controldata', 'pg_isready', 'pg_basebackup', 'pg_rewind'];
/** It is the oldest version that the program runs on. */
const POSTGRES_VERSION_MIN = 16;

/** Debian's packages of the same programs. */
const packages = { haproxy: 'haproxy', pgbouncer: 'pgbouncer', patroni: 'patroni', etcd: 'etcd-server' } as const;
type ProgramName = keyof typeof packages;

export interface Programs extends Readonly<Record<ProgramName, string>> {
  /** Is the directory with the server and the tools of one version. */
  readonly postgres: string;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Administrators' programs lie beside the search path of a plain user. */
function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function versionsUnder(folder: string, suffix: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name, suffix));
  } catch {
    return [];
  }
}

const versionOf = (folder: string): number => Number(/\d+/.exec(folder)?.[0] ?? 0);

/** POSTGRES_BIN wins; else the newest version where Debian, Red Hat and people who unpack something themselves put one. */
function findPostgres(): string | undefined {
  const { POSTGRES_BIN } = process.env;
  const places = [
    ...versionsUnder('/usr/lib/postgresql', 'bin'),
    ...versionsUnder('/opt', 'bin').filter((folder) => folder.includes('postgresql')),
    ...versionsUnder('/usr', 'bin').filter((folder) => folder.includes('pgsql')),
  ];
  const newestFirst = places
    .filter((folder) => versionOf(folder) >= POSTGRES_VERSION_MIN)
    .sort((one, other) => versionOf(other) - versionOf(one));
  const candidates = POSTGRES_BIN === undefined ? newestFirst : [POSTGRES_BIN];
  return candidates.find((folder) => POSTGRES_TOOLS.every((tool) => isExecutable(join(folder, tool))));
}

/** Throws a sentence for everything that is missing. */
export function findPrograms(): Programs {
  const missing: string[] = [];
  const found = (name: ProgramName): string => {
    const path = findProgram(name);
    if (path === undefined) missing.push(`${name} is not installed: on Debian, apt-get install ${packages[name]}.`);
    return path ?? '';
  };
  const postgres = findPostgres();
  if (postgres === undefined) {
    missing.push(
      `No PostgreSQL ${POSTGRES_VERSION_MIN} or newer with ${POSTGRES_TOOLS.join(', ')} was found: Debian 13 has postgresql-17, ` +
        'the repository of the PostgreSQL project has every version; POSTGRES_BIN names the directory of another one.',
    );
  }
  const programs = {
    haproxy: found('haproxy'),
    pgbouncer: found('pgbouncer'),
    patroni: found('patroni'),
    etcd: found('etcd'),
    postgres: postgres ?? '',
  };
  if (missing.length > 0) throw new Error(missing.join('\n'));
  return programs;
}
