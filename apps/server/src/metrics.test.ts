// Holds the numbers that an operator watches, by the real wiring: what runs, who signs in, what is open and what waits.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { login, query, signInAdmin, startDirectory } from './testing/sign-in.ts';
import type { TestServer } from './testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  // Nobody listens there: what it measures of a standby is there all the same.
  server = await startDirectory({ env: { KEELSON_DATABASE_READ_URL: 'postgres://127.0.0.1:1/keelson' } });
  await signInAdmin(server);
  for (let n = 0; n < 2; n += 1) await login(server, 'nobody', 'wrong password here');
  await query(
    server,
    `INSERT INTO bpm_task (instance_id, number, token, version, priority, created_at, linked, tenant_identifier, definition_id, element_id)
     SELECT gen_random_uuid(), n, 0, 1, 50, now(), false, 'default', 'd', 'e' FROM generate_series(1, 3) n`,
  );
});
afterAll(() => server.stop());

describe('the metrics', () => {
  it('tell the version, sign-ins by outcome, and what is open', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const shown = (metric: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`keelson_${metric} `))
        ?.split(' ')
        .at(-1);
    expect(shown(`build_info{version="${packageFile.version}",node="${process.versions.node}"}`)).toBe('1');
    expect(shown('events_total{kind="authentication.login-succeeded",type="SECURITY"}')).toBe('1');
    expect(shown('events_total{kind="authentication.login-failed",type="SECURITY"}')).toBe('2');
    expect(shown('sessions_open')).toBe('1');
    expect(shown('tasks_open')).toBe('3');
    expect(shown('process_instances_running')).toBe('0');
    expect(shown('mails_waiting')).toBe('0');
  });

  // Other tests hold that these are reported as they should be; a name that nobody knows would be a line that stays empty for ever.
  it.each(['deploy/watching/alerts.yaml', 'deploy/watching/dashboard.json', 'docs/operating.md'])(
    'are all there that %s names',
    async (file) => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
      const page = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
      const named = page.match(/\b(?:keelson|nodejs|process)_[a-z0-9_]*[a-z0-9]\b(?!_?[*.])/g) ?? [];
      expect(named.length).toBeGreaterThan(20);
      const plain = (name: string) => (known.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''));
      expect(named.filter((name) => !known.has(plain(name)))).toEqual([]);
    },
  );

  it('stand beside a health that names the version', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      expect(await (await fetch(server.url + path)).json()).toMatchObject({ version: packageFile.version });
    }
  });
});
