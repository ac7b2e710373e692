// Runs `npm run bench`: starts PostgreSQL and the subjects, measures, prints the tables, and clears up.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCourses } from './courses/courses.ts';
import { type BenchOptions, helpText, parseOptions } from './options.ts';
import { type BenchPostgres, startPostgres } from './postgres.ts';
import { memoryOf } from './processes.ts';
import { formatReport, ratiosOf, summarise } from './report.ts';
import { runRounds, warmUp } from './rounds.ts';
import { startFlowable } from './subjects/flowable.ts';
import { startKeelson } from './subjects/keelson.ts';
import { startOperaton } from './subjects/operaton.ts';
import { whyNoPeer } from './subjects/peer-process.ts';
import { startReference } from './subjects/reference.ts';
import { type EngineName, engineNames, type Subject, type SubjectNeeds } from './subjects/subject.ts';
import { createTeardown, stopOnSignals, type Teardown } from './teardown.ts';
import { isProcess } from './workloads.ts';
import { requireWrk } from './wrk.ts';

const startPeers = { flowable: startFlowable, operaton: startOperaton };

async function startEngine(
  name: EngineName,
  { peersDirectory }: BenchOptions,
  needs: SubjectNeeds,
): Promise<Subject | null> {
  if (name === 'keelson') return startKeelson(needs);
  const reason = await whyNoPeer(name, peersDirectory);
  if (reason !== null || peersDirectory === null) {
    console.log(reason);
    return null;
  }
  return startPeers[name](peersDirectory, needs);
}

async function startSubjects(
  options: BenchOptions,
  postgres: BenchPostgres,
  teardown: Teardown,
): Promise<readonly Subject[]> {
  const scratchDirectory = mkdtempSync(join(tmpdir(), 'keelson-bench-scratch-'));
  chmodSync(scratchDirectory, 0o700);
  teardown.add(() => rmSync(scratchDirectory, { recursive: true, force: true }));
  const needs = { postgres, teardown, scratchDirectory };
  const engines = options.workloads.some(isProcess) ? options.subjects : [];
  const subjects: Subject[] = [];
  for (const name of engineNames.filter((each) => engines.includes(each))) {
    const subject = await startEngine(name, options, needs);
    if (subject === null) continue;
    console.log(`${name} answers`);
    subjects.push(subject);
  }
  for (const name of ['bare', 'bare-row'] as const) {
    if (options.workloads.includes(name)) subjects.push(await startReference(name, needs));
  }
  if (subjects.length === 0) throw new Error('Nothing is left to measure.');
  return subjects;
}

/** Answers whether every round was valid. */
async function measure(options: BenchOptions, teardown: Teardown): Promise<boolean> {
  await requireWrk();
  const startedAt = new Date().toISOString();
  const postgres = await startPostgres(teardown);
  const machine = { processors: availableParallelism(), node: process.version, postgres: postgres.version };
  console.log(`PostgreSQL ${machine.postgres}, Node ${machine.node}, ${machine.processors} processors`);
  const subjects = await startSubjects(options, postgres, teardown);
  const courseOf = createCourses(options);
  const needs = { options, courseOf, subjects, postgres, teardown, print: (line: string) => console.log(line) };
  await warmUp(needs);
  const rounds = await runRounds(needs);
  const memory = Object.fromEntries(subjects.map(({ name, pid }) => [name, memoryOf(pid)]));
  const summaries = summarise(rounds);
  console.log(`\n${formatReport(summaries, memory)}`);
  if (options.jsonFile !== null) {
    const report = { startedAt, machine, options, summaries, ratios: ratiosOf(summaries), memory, rounds };
    writeFileSync(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`);
  }
  const invalid = rounds.filter(({ problems }) => problems.length > 0).length;
  if (invalid > 0) console.error(`\n${invalid} of ${rounds.length} rounds are NOT VALID; see their lines above.`);
  return invalid === 0;
}

/** Answers the process's exit code. */
async function main(): Promise<number> {
  const teardown = createTeardown();
  try {
    const options = parseOptions(process.argv.slice(2), process.env);
    if (options === null) {
      console.log(helpText);
      return 0;
    }
    stopOnSignals(teardown);
    return (await measure(options, teardown)) ? 0 : 1;
  } catch (error) {
    if (!teardown.hasBegun()) console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await teardown.run();
  }
}

process.exit(await main());
