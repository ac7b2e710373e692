// Tests the migration that takes over what modules recorded before there was an event log.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { migrate } from '../../../kernel/schema/migrate.ts';
import { createEmptyDatabase } from '../../../testing/test-database.ts';
import { loggerProducerModule } from '../module.ts';

const OLDER = ['0001_events.sql', '0002_producer_cache.sql', '0003_dead_letters.sql'];
const fields =
  'id, recorded_at, tenant_identifier, kind, type, actor, ip_address, request_id, subject, detail, xid::text AS xid';
const readOld = sql('t_old', `SELECT ${fields} FROM kernel_event ORDER BY id`);
const readNew = sql('t_new', `SELECT ${fields} FROM log_recorded_event ORDER BY id`);
const fill = sql(
  't_fill',
  `INSERT INTO kernel_event (id, recorded_at, tenant_identifier, kind, type, actor, ip_address, request_id, subject, detail, xid)
   SELECT gen_random_uuid(), at, 'default', 'session.closed', 'SECURITY', 'Ali', '10.0.0.1', request, subject, detail, (7 + n)::text::xid8
   FROM (VALUES (1, '2026-01-31T23:59:59.999Z'::timestamptz, 'r', 'ayşe', '{"reason": "USER"}'::jsonb),
                (2, '2026-02-01T00:00:00Z', NULL, NULL, NULL), (3, '2026-05-15T12:00:00Z', 'r', NULL, NULL))
     v (n, at, request, subject, detail)`,
);

it('keeps every event with its uuid, its time and its place in the order of commits', async () => {
  const empty = await createEmptyDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'keelson-migrations-'));
  try {
    const { database } = empty;
    const { migrations, contract } = loggerProducerModule;
    for (const name of OLDER) copyFileSync(new URL(name, migrations), join(directory, name));
    await migrate(database, [{ name: contract.name, directory: pathToFileURL(`${directory}/`) }]);
    await database.execute(fill);
    const before = await database.rows(readOld);
    expect(before).toHaveLength(3);
    await migrate(database, [{ name: contract.name, directory: migrations }]);
    expect(await database.rows(readNew)).toEqual(before);
    await expect(database.rows(readOld)).rejects.toThrow('kernel_event');
    const found = sql(
      't_found',
      "SELECT count(*)::int AS count FROM log_event WHERE search_vector @@ 'closed' AND username_folded = 'ali'",
    );
    expect(await database.rows(found)).toEqual([{ count: 3 }]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
    await empty.close();
  }
});
