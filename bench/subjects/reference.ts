// Starts the references: how fast a request can be at all, without an engine behind it.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createDatabase, sql } from '../../apps/server/src/kernel/database/database.ts';
import { findFreePort, startProgram, waitUntilAnswers } from '../processes.ts';
import type { ReferenceName, Subject, SubjectNeeds } from './subject.ts';

const SERVER = fileURLToPath(new URL('./reference-server.ts', import.meta.url));
const START_TIMEOUT_MS = 30_000;
const TOKEN_BYTES = 32;

const countRows = sql('bench_count_rows', 'SELECT count(*)::int8 AS count FROM bench_row');

export async function startReference(name: ReferenceName, needs: SubjectNeeds): Promise<Subject> {
  const { postgres, teardown, scratchDirectory } = needs;
  const database = name === 'bare-row' ? await postgres.createSubjectDatabase(name) : null;
  const port = await findFreePort();
  const token = `svc_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const program = await startProgram(
    {
      command: process.execPath,
      args: [SERVER],
      cwd: scratchDirectory,
      env: { REFERENCE_PORT: String(port), REFERENCE_TOKEN: token, REFERENCE_DATABASE_URL: database?.url ?? '' },
    },
    teardown,
  );
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilAnswers(program, `${origin}/ready`, START_TIMEOUT_MS);
  const rows = database && createDatabase({ settings: { url: database.url }, connectionsMax: 1 });
  if (rows) teardown.add(() => rows.close());
  return {
    name,
    hands: null,
    pid: program.pid,
    databaseName: database?.name ?? null,
    drive: (workload) =>
      workload === name ? { origin, script: 'post', args: ['/start', '{}', `Authorization: Bearer ${token}`] } : null,
    countCompleted: async () => (rows ? ((await rows.rows<{ count: number }>(countRows))[0]?.count ?? null) : null),
  };
}
