// Fills one tenant with open sessions by the million, as they are after hours of use.
import type { Database } from '../../apps/server/src/kernel/database/database.ts';

/** There are a million, unless BENCH_SESSIONS says fewer, for a look on a slow machine; its figures prove nothing about the bar. */
export const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 1_000_000);
/** One statement writes this many; a million at once would keep all of its index changes in one transaction. */
const CHUNK_ROWS = 100_000;
/** One in so many is touched after the vacuum. */
const TOUCHED_OF = 20;
const TOUCHED_CHUNKS = 10;

const firstNames = ['ayse', 'mehmet', 'fatma', 'ali', 'zeynep', 'john', 'maria', 'chen', 'olga', 'ahmed'];
const lastNames = ['yilmaz', 'demir', 'kaya', 'smith', 'garcia', 'wang', 'ivanov', 'hassan', 'meyer', 'rossi'];
const systems = [
  'X11; Linux x86_64',
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X',
  'iPhone',
  'Android 14',
];

function pick(values: readonly string[], index: string): string {
  return `(ARRAY[${values.map((value) => `'${value}'`).join(', ')}])[(1 + (${index}) % ${values.length})::int]`;
}

/**
 * Makes sessions as they are at the default timeouts: begun over the last eight hours, used in the last ten minutes,
 * live for twenty more. One name in ten contains `ayse`, one address in sixteen lies in 10.0.0.0/14, spread over all
 * rows; 100,000 of a million began within 48 minutes.
 */
function chunkSql(from: number, to: number, total: number): string {
  return `
    WITH entry AS (
      INSERT INTO session_entry (identifier, tenant_identifier, username, username_folded, created, authenticated, expiry,
        idle_seconds, slack_seconds, authorities_source, ip, user_agent, methods, assurance, locale)
      SELECT rtrim(translate(encode(sha256(('bench' || i)::bytea), 'base64'), '+/', '-_'), '='), 'default', name, name, c, c,
        c + interval '12 hours', 1800, 65, 'DIRECTORY',
        ('10.' || i % 64 || '.' || (i * 7919) % 256 || '.' || (i / 64) % 256)::inet,
        'Mozilla/5.0 (' || ${pick(systems, 'i')} || ') AppleWebKit/537.36 Chrome/' || 100 + i % 40 || '.0.0.0 Safari/537.36',
        ARRAY['PASSWORD'], 'AAL1', 'en'
      FROM (
        SELECT i, now() - interval '8 hours' + i * (interval '8 hours' / ${total}) AS c,
          ${pick(firstNames, 'i * 31')} || '.' || ${pick(lastNames, 'i / 10')} || (i * 7919) % 400000 AS name
        FROM generate_series(${from}::bigint, ${to}) i) s
      RETURNING id, tenant_identifier, system, created, expiry)
    INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
    SELECT id, tenant_identifier, system, used, used + interval '1865 seconds'
    FROM (SELECT *, greatest(created, now() - interval '10 minutes' * ((id * 7919) % 1000) / 1000.0) AS used FROM entry) e`;
}

/** Vacuums what it wrote and touches 5 % afterwards, in several statements as flushes do. */
export async function fillSessions(database: Database, total: number, print: (line: string) => void): Promise<void> {
  await database.withConnection(async ({ script }) => {
    for (let from = 1; from <= total; from += CHUNK_ROWS) {
      await script(chunkSql(from, Math.min(total, from + CHUNK_ROWS - 1), total));
    }
    print(`${total} sessions are open`);
    for (const table of ['session_entry', 'session_activity', 'session_count_delta'])
      await script(`VACUUM ANALYZE ${table}`);
    for (let part = 0; part < TOUCHED_CHUNKS; part++) {
      await script(
        `UPDATE session_activity SET last_access = greatest(last_access, now()), ends = now() + interval '1865 seconds'
         WHERE session_id % ${TOUCHED_OF} = 0 AND session_id / ${TOUCHED_OF} % ${TOUCHED_CHUNKS} = ${part}`,
      );
    }
  });
}
