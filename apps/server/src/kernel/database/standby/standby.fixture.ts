// Gives a test a primary and a real standby that streams from it, of the binaries of the embedded database.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { locatePostgresPackage, preparePostgresBinaries } from '../../embedded-postgres/binaries.ts';
import { prepareClusterPlace, prepareEndpoint } from '../../embedded-postgres/cluster.ts';
import { SYSTEM_PLACE } from '../../embedded-postgres/data-directory.ts';
import { createWorkshop, query, recordLog } from '../../embedded-postgres/embedded-postgres.fixture.ts';
import type { EmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts';
import { type ServerProcess, startServer, stopServer } from '../../embedded-postgres/server-process.ts';

export interface ReplicatedDatabase {
  readonly primary: EmbeddedPostgres['connection'];
  readonly standby: EmbeddedPostgres['connection'];
  startStandby(): Promise<void>;
  stopStandby(): Promise<void>;
  /** Runs a statement of a superuser on the standby. */
  onStandby(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** The standby is not started yet. */
export async function createReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const workshop = createWorkshop();
  const dataDirectory = workshop.directory();
  await (await workshop.start({ dataDirectory })).stop();
  const copy = workshop.copyOf(dataDirectory);
  writeFileSync(join(copy, 'postgres', 'standby.signal'), '');
  const { connection: primary } = await workshop.start({ dataDirectory });
  const place = prepareClusterPlace(copy, process.getuid?.());
  const binaries = await preparePostgresBinaries({
    packageDirectory: locatePostgresPackage(),
    linkDirectory: join(place.dataDirectory, 'library-links'),
    copyDirectory: join(SYSTEM_PLACE, 'binaries'),
    user: place.user,
  });
  const endpoint = await prepareEndpoint(place);
  const standby = { ...primary, ...endpoint };
  const superuser: pg.ClientConfig = { ...standby, user: 'postgres', database: 'postgres' };
  const source = `host=${primary.host} port=${primary.port} user=postgres password=${primary.password}`;
  const settings = { primary_conninfo: source };
  let server: ServerProcess | null = null;
  const stopStandby = async (): Promise<void> => {
    const running = server;
    server = null;
    if (running !== null) await stopServer(running.pid, binaries, () => running.exit() !== undefined);
  };
  const onStandby = (text: string) => query(superuser, text);
  return {
    primary,
    standby,
    onStandby,
    stopStandby,
    async startStandby() {
      const started = await startServer({ place, binaries, endpoint, settings, log: recordLog().log });
      server = started;
      for (let attempt = 0; !(await onStandby('SELECT 1').catch(() => false)); attempt++) {
        if (started.exit() !== undefined || attempt > 600) throw new Error(`no standby: ${started.exit()?.reason}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      await stopStandby();
      await workshop.close();
    },
  };
}
