// Measures pages and text searches among 100,000 processes with a million versions.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median, percentile } from '../bars/statistics.ts';
import { saveModel } from './models.ts';

const PROCESSES = 100_000;
const VERSIONS = 10;
const NAMESPACES = 50;
/** Each process has so many names of elements, of which one is its own and one is shared by a thousandth. */
const NAMES = 20;

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:bench"><process id="template" isExecutable="true">
  <startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="c"/><callActivity id="c" calledElement="other"/></process></definitions>`;

const fill = sql(
  'bench_fill_processes',
  `INSERT INTO bpa_process (uuid, version, tenant_identifier, namespace, code, name, name_folded, description, description_folded, type, tags,
     current_version, content, file_processes, element_names, element_names_folded, element_types, defined_keys, facts_version,
     problem_counts, rules_version, created_by, updated_by, date_created, date_updated, deleted)
   SELECT gen_random_uuid(), 0, tenant_identifier, 'space-' || n % ${NAMESPACES}, 'process-' || n, 'Process ' || n, 'process ' || n,
     'What number ' || n || ' is about', 'what number ' || n || ' is about', type, ARRAY['tag-' || n % 10], ${VERSIONS}, content,
     jsonb_build_array(jsonb_build_object('id', 'process-' || n, 'name', null, 'executable', true)), t.names, lower(t.names),
     element_types, ARRAY['process-' || n], facts_version, problem_counts, rules_version, 'admin', 'admin',
     now() - n * interval '1 second', now() - n * interval '1 second', false
   FROM bpa_process, generate_series(1, ${PROCESSES}) n, LATERAL (
     SELECT string_agg(CASE i WHEN 1 THEN 'Rare ' || n WHEN 2 THEN 'Group ' || n % 1000 ELSE 'Check the order ' || i END, E'\\n') AS names
     FROM generate_series(1, ${NAMES}) i) t
   WHERE code = 'template'`,
);
const fillModels = sql(
  'bench_fill_models',
  `INSERT INTO bpa_model (process_id, content, xml_stale, base_version)
   SELECT id, content, false, ${VERSIONS} FROM bpa_process WHERE code <> 'template'`,
);
const fillVersions = sql(
  'bench_fill_versions',
  `INSERT INTO bpa_version (process_id, number, name, content, size, origin, problem_counts, rules_version, created_by, date_created)
   SELECT id, n, name, content, 400, 'SAVE', problem_counts, rules_version, 'admin', now()
   FROM bpa_process, generate_series(1, ${VERSIONS}) n WHERE code <> 'template'`,
);
const fillReferences = sql(
  'bench_fill_references',
  `INSERT INTO bpa_reference SELECT id, tenant_identifier, 1, 'PROCESS', 'called-' || id % 1000, 'c', false
   FROM bpa_process WHERE code <> 'template'`,
);
const analyze = sql('bench_analyze_admin', 'VACUUM (ANALYZE) bpa_process, bpa_model, bpa_version, bpa_reference');
const plainCount = sql(
  'bench_count_processes',
  `SELECT count(*)::int AS count FROM bpa_process WHERE tenant_identifier = 'default' AND NOT deleted`,
);

async function fillAll(database: Database, print: (line: string) => void): Promise<void> {
  for (const statement of [fill, fillModels, fillVersions, fillReferences]) {
    print(`${statement.name}: ${numberText(await database.execute(statement))} rows`);
  }
  await database.execute(analyze);
}

interface Case {
  readonly name: string;
  readonly atMost: number | null;
  query(round: number): object;
}

const spread = (round: number): number => 1 + ((round * 7_919) % PROCESSES);
const cases: readonly Case[] = [
  { name: 'page, any of 5,000', atMost: 50, query: (round) => ({ pageable: { pageNumber: (round * 37) % 5_000 } }) },
  { name: 'page of a namespace', atMost: 50, query: (round) => ({ namespace: `space-${round % NAMESPACES}` }) },
  {
    name: 'page by name',
    atMost: 50,
    query: () => ({ pageable: { sort: { properties: ['name'], direction: 'ASC' } } }),
  },
  { name: 'one code', atMost: 50, query: (round) => ({ code: `process-${spread(round)}` }) },
  { name: 'calls a key, 100 do', atMost: 50, query: (round) => ({ callsKey: `called-${round % 1_000}` }) },
  { name: 'text of one element', atMost: 150, query: (round) => ({ text: `rare ${spread(round)}` }) },
  { name: 'text of 100 processes', atMost: 150, query: (round) => ({ text: `group ${round % 1_000}` }) },
  { name: 'text of all', atMost: 150, query: () => ({ text: 'check the order' }) },
  { name: 'text of none', atMost: 150, query: (round) => ({ text: `nobody has ${round}` }) },
];

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { database } = deployment;
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  await saveModel(origin, token, model);
  await fillAll(database, print);
  const figures: Figure[] = [];
  for (const { name, atMost, query } of cases) {
    const [times, counts]: [number[], number[]] = [[], []];
    let found = 0;
    for (let round = -2; round < rounds; round += 1) {
      const body = query(Math.abs(round));
      const began = performance.now();
      found = (await call<{ totalElements: number }>(origin, '/process/page', { token, body })).totalElements;
      const took = performance.now() - began;
      const counted = performance.now();
      await database.rows(plainCount);
      if (round < 0) continue;
      times.push(took);
      counts.push(performance.now() - counted);
    }
    print(`${name}: ${found} found, p50 ${numberText(median(times))}, p95 ${numberText(percentile(times, 95))} ms`);
    figures.push({
      bar: 'bpmn-admin 6',
      what: `${name}, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      ...(atMost === null ? {} : { atMost }),
      reference: `${found} found; plain count of all p95 ${numberText(percentile(counts, 95))} ms`,
    });
  }
  return figures;
}

await runBar({ rounds: 40, seconds: 1 }, measure);
