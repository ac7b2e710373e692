// Measures authentication B7: pages of 20 among a million users, without filter and with each one of them.
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { signIn } from '../bars/calls.ts';
import { createDeployment, type Deployment } from '../bars/keelson.ts';
import { openConnection, rawRequest } from '../bars/raw-connection.ts';
import { percentile } from '../bars/statistics.ts';

const USERS = 1_000_000;
/** It is far below what the driver's timeout of one statement allows. */
const BATCH = 20_000;
const P95_MS_MAX = 50;
const TOTAL_MAX = 100_000;

// One in twenty is disabled, one in fifty deleted, one in eleven has never signed in, one in a hundred holds the role.
const insertMillion = sql(
  'bench_million_users',
  `INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, display_name, email, enabled, source,
     last_login_date, deleted, deleted_date, created_by, updated_by, date_created, date_updated)
   SELECT gen_random_uuid(), 'default', v.name, v.name, initcap(replace(v.name, '.', ' ')), v.name || '@example.org',
     n % 20 <> 0, CASE WHEN n % 25 = 1 THEN 'LDAP' ELSE 'LOCAL' END,
     CASE WHEN n % 11 <> 0 THEN now() - make_interval(mins => n) END, n % 50 = 7, CASE WHEN n % 50 = 7 THEN now() END,
     'bench', 'bench', now() - make_interval(mins => n), now()
   FROM generate_series($1::int, $2::int) n,
     LATERAL (SELECT (ARRAY['ayse','mehmet','john','maria','chen','fatma','ivan','laura','omar','nina'])[1 + n % 10]
       || '.' || substr(md5(n::text), 1, 6) || '.' || n AS name) v`,
);
const grantRole = sql(
  'bench_million_role',
  `WITH r AS (
     INSERT INTO auth_role (uuid, tenant_identifier, code, name, created_by, updated_by, date_created, date_updated)
     VALUES (gen_random_uuid(), 'default', 'ROLE_BENCH', 'bench', 'bench', 'bench', now(), now()) RETURNING id),
   a AS (INSERT INTO auth_role_authority (role_id, authority) SELECT r.id, 'AUTH_USER_VIEW' FROM r)
   INSERT INTO auth_user_role (user_id, role_id) SELECT u.id, r.id FROM auth_user u, r WHERE u.id % 100 = 3`,
);

/** Makes requests with one filter each; the last ones are the orders that a list is shown in. */
function filters(now: number): readonly { readonly what: string; readonly model: object }[] {
  const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
  const sorted = (property: string, pageNumber = 0) => ({
    pageable: { pageNumber, pageSize: 20, sort: { properties: [property], direction: 'DESC' } },
  });
  return [
    { what: 'no filter', model: {} },
    { what: 'username', model: { username: 'mehmet.c81e72.2' } },
    { what: 'usernameLike, 6 characters', model: { usernameLike: '.12345' } },
    { what: 'usernameLike, 3 characters', model: { usernameLike: 'abc' } },
    { what: 'usernameLike, a tenth', model: { usernameLike: 'ayse' } },
    { what: 'searchText', model: { searchText: 'laura 9' } },
    { what: 'searchText, 3 characters', model: { searchText: '777' } },
    { what: 'email', model: { email: '99999@example' } },
    { what: 'role', model: { role: 'ROLE_BENCH' } },
    { what: 'authority', model: { authority: 'AUTH_USER_VIEW' } },
    { what: 'disabled', model: { enabled: false } },
    { what: 'source', model: { source: 'LDAP' } },
    {
      what: 'lastLoginDate range',
      model: { lastLoginDateFrom: minutesAgo(50_000), lastLoginDateTo: minutesAgo(10_000) },
    },
    { what: 'deleted', model: { deleted: true } },
    { what: 'by displayName', model: sorted('displayName') },
    { what: 'by email, page 40', model: sorted('email', 40) },
    { what: 'by lastLoginDate', model: sorted('lastLoginDate') },
    { what: 'by dateCreated, page 400', model: sorted('dateCreated', 400) },
  ];
}

async function saveMillion({ database }: Deployment, print: BarRun['print']): Promise<void> {
  const startMs = performance.now();
  for (let from = 1; from <= USERS; from += BATCH) await database.execute(insertMillion, [from, from + BATCH - 1]);
  await database.execute(grantRole);
  await database.withConnection(async ({ script }) => {
    await script('VACUUM ANALYZE auth_user');
    await script('ANALYZE auth_user_role');
  });
  print(`${USERS} users after ${numberText((performance.now() - startMs) / 1_000)} s`);
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  await saveMillion(deployment, print);
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const connection = await openConnection(origin);
  const all = filters(Date.now()).map((one) => ({ ...one, times: [] as number[], total: '' }));
  for (let round = 0; round <= rounds; round++) {
    for (const one of all) {
      const headers = { authorization: `Bearer ${token}` };
      const request = rawRequest(origin, { method: 'POST', path: '/users/data/page', headers, body: one.model });
      const startMs = performance.now();
      const { status, body } = await connection.send(request);
      if (status !== 200) throw new Error(`${one.what} was answered ${status}: ${body.slice(0, 300)}`);
      one.total = /"totalElements":(\d+)/.exec(body)?.[1] ?? '';
      // The first round warms caches up.
      if (round > 0) one.times.push(performance.now() - startMs);
    }
  }
  connection.close();
  return all.map(({ what, times, total }) => ({
    bar: 'authentication B7',
    what: `${what}, p95`,
    value: percentile(times, 95),
    unit: 'ms',
    ...(Number(total) < TOTAL_MAX ? { atMost: P95_MS_MAX } : {}),
    reference: `total ${total}`,
  }));
}

await runBar({ rounds: 40, seconds: 1 }, measure);
