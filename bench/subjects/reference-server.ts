// Serves a bare Fastify route with a session check like Keelson's; with a database it also writes one history-sized row.
import { hash } from 'node:crypto';
import fastify from 'fastify';
import { createDatabase, type Database } from '../../apps/server/src/kernel/database/database.ts';
import { createIds } from '../../apps/server/src/kernel/database/ids.ts';
import { createGroupCommit } from '../../apps/server/src/kernel/group-commit/group-commit.ts';

/** Makes the row as long as that of an instance with five no-op tasks in `bpm_history_event`: some 330 bytes. */
const RECORD = 'x'.repeat(216);
const CREATE_TABLE = `CREATE TABLE bench_row (
  instance_id uuid NOT NULL, revision integer NOT NULL, xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL, ended_at timestamptz NOT NULL, end_state text NOT NULL, tenant_identifier text NOT NULL,
  definition_id text NOT NULL, start_user_id text NOT NULL, record text NOT NULL, PRIMARY KEY (instance_id, revision));
  CREATE INDEX bench_row_xid ON bench_row (xid)`;

/** Makes an answer as large as that to a start: some 920 bytes. */
function answerOf(id: string, now: string): object {
  const filler = Object.fromEntries(Array.from({ length: 28 }, (_, index) => [`someFieldName${index}`, null]));
  return {
    body: { id, processInstanceId: id, rootProcessInstanceId: id, startTime: now, endTime: now, ...filler },
    errorDetail: null,
  };
}

function defineRowWriter(database: Database): (id: string, now: number) => Promise<unknown> {
  const groupCommit = createGroupCommit({ database });
  const writer = groupCommit.defineWriter({
    name: 'bench_row',
    columns: [
      { name: 'instance_id', type: 'uuid' },
      { name: 'at', type: 'timestamptz' },
      { name: 'record', type: 'text' },
    ],
    statement: (rows) =>
      `INSERT INTO bench_row (instance_id, revision, at, ended_at, end_state, tenant_identifier, definition_id, start_user_id, record)
       SELECT v.instance_id, 1, v.at, v.at, 'COMPLETED', 'default', 'w1:1:abcdefgh', 'admin', v.record FROM ${rows} v`,
  });
  return (id, now) => {
    const changes = groupCommit.createChangeSet();
    changes.add(writer, [id, now, RECORD]);
    return groupCommit.commit(changes);
  };
}

async function main({
  REFERENCE_PORT,
  REFERENCE_TOKEN = '',
  REFERENCE_DATABASE_URL = '',
}: NodeJS.ProcessEnv): Promise<void> {
  const sessions = new Map([[hash('sha256', REFERENCE_TOKEN, 'hex'), { username: 'admin' }]]);
  const ids = createIds({ now: () => Date.now() });
  const database = REFERENCE_DATABASE_URL === '' ? null : createDatabase({ settings: { url: REFERENCE_DATABASE_URL } });
  await database?.withConnection((connection) => connection.script(CREATE_TABLE));
  const writeRow = database && defineRowWriter(database);
  const server = fastify();
  server.get('/ready', () => ({ ready: true }));
  server.post('/start', (request, reply) => {
    const { authorization = '' } = request.headers;
    const session = sessions.get(hash('sha256', authorization.slice('Bearer '.length), 'hex'));
    if (session === undefined) return reply.code(401).send();
    const id = ids.uuidV7();
    const now = Date.now();
    const answer = answerOf(id, new Date(now).toISOString());
    if (writeRow === null) return reply.send(answer);
    return writeRow(id, now).then(() => answer);
  });
  await server.listen({ host: '127.0.0.1', port: Number(REFERENCE_PORT) });
}

await main(process.env);
