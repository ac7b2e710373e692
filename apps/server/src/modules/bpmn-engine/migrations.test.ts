// Tests what becomes of what earlier versions deployed when the schema of the engine moves on.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql } from '../../kernel/database/database.ts';
import { migrate } from '../../kernel/schema/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../testing/test-database.ts';

const migrations = new URL('./migrations/', import.meta.url);

let test: TestDatabase;
let earlier: string;

beforeEach(async () => {
  test = await createEmptyDatabase();
  earlier = mkdtempSync(join(tmpdir(), 'keelson-engine-'));
});
afterEach(async () => {
  await test.close();
  rmSync(earlier, { recursive: true, force: true });
});

const DEPLOYMENT = '01890000-0000-7000-8000-000000000001';

async function deployedBefore(): Promise<void> {
  cpSync(
    new URL('0001_definitions_instances_tasks.sql', migrations),
    join(earlier, '0001_definitions_instances_tasks.sql'),
  );
  await migrate(test.database, [{ name: 'bpmn-engine', directory: pathToFileURL(earlier) }]);
  const warning = (ruleId: string, line: number) => ({ ruleId, line, column: 1, severity: 'WARNING' });
  const insert = sql(
    't_definition',
    `INSERT INTO bpm_definition (id, tenant_identifier, key, version, deployment_id, resource_name, executable,
       candidate_starter_users, candidate_starter_groups, content_sha256, warnings)
     VALUES ($1, 'default', $1, 1, $2, $3, $4, '{}', '{}', '', $5)`,
  );
  await test.database.execute(
    sql('t_deployment', `INSERT INTO bpm_deployment VALUES ($1, 'default', NULL, NULL, 'admin', now())`),
    [DEPLOYMENT],
  );
  for (const [name, text] of [
    ['drawn.bpmn', '<x:BPMNShape/>'],
    ['plain.bpmn', '<definitions/>'],
  ]) {
    const resource = sql('t_resource', `INSERT INTO bpm_resource VALUES ($1, $2, $3, '')`);
    await test.database.execute(resource, [DEPLOYMENT, name, Buffer.from(text as string)]);
  }
  const shared = warning('W-15', 1);
  const many = Array.from({ length: 199 }, (_, index) => warning('W-05', index + 20));
  await test.database.execute(insert, [
    'a',
    DEPLOYMENT,
    'drawn.bpmn',
    true,
    JSON.stringify([warning('W-11', 9), shared]),
  ]);
  await test.database.execute(insert, ['b', DEPLOYMENT, 'plain.bpmn', false, JSON.stringify([shared, ...many])]);
}

it('keeps the warnings of versions with their deployments, each once, and tells drawn and executable ones', async () => {
  await deployedBefore();
  await migrate(test.database, [{ name: 'bpmn-engine', directory: new URL(migrations) }]);
  const [deployment] = await test.database.rows<{
    problems: { ruleId: string; line: number }[];
    problem_count: number;
  }>(sql('t_kept', 'SELECT problems, problem_count FROM bpm_deployment'));
  expect(deployment?.problem_count).toBe(200);
  expect(deployment?.problems.slice(0, 3).map(({ ruleId, line }) => [ruleId, line])).toEqual([
    ['W-15', 1],
    ['W-11', 9],
    ['W-05', 20],
  ]);
  expect(deployment?.problems).toHaveLength(200);
  const facts = sql('t_facts', 'SELECT id, startable, has_diagram FROM bpm_definition ORDER BY id');
  expect(await test.database.rows(facts)).toEqual([
    { id: 'a', startable: true, has_diagram: true },
    { id: 'b', startable: false, has_diagram: false },
  ]);
});
