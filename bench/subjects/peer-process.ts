// Starts a peer engine (a Spring Boot program with a REST interface) on the shared PostgreSQL.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort, type Program, startProgram, waitUntilAnswers } from '../processes.ts';
import { modelOf, type ProcessName } from '../workloads.ts';
import { expectOk, type SubjectNeeds } from './subject.ts';

/** The JVM's heap; its memory beyond the heap comes on top. */
const HEAP_OPTION = '-Xmx2g';
const START_TIMEOUT_MS = 180_000;

export type PeerName = 'flowable' | 'operaton';

export interface RunningPeer {
  readonly program: Program;
  readonly origin: string;
  readonly databaseName: string;
  readonly databaseUrl: string;
}

/** Says why a peer cannot run here, as a sentence; null when it can. `peersDirectory` holds the built projects. */
export async function whyNoPeer(name: PeerName, peersDirectory: string | null): Promise<string | null> {
  if (peersDirectory === null) return `${name} is left out: name the built peers by --peers DIR or BENCH_PEERS.`;
  const jar = jarOf(name, peersDirectory);
  if (!existsSync(jar)) return `${name} is left out: there is no ${jar}; build it with Maven.`;
  if (!(await hasJava())) return `${name} is left out: there is no java.`;
  return null;
}

function jarOf(name: PeerName, peersDirectory: string): string {
  return join(resolve(peersDirectory), name, 'target', `${name}-peer-1.jar`);
}

function hasJava(): Promise<boolean> {
  const child = spawn('java', ['-version'], { stdio: 'ignore' });
  return new Promise((answer) => {
    child.once('error', () => answer(false));
    child.once('exit', (code) => answer(code === 0));
  });
}

/** `readyPath` answers 2xx as soon as the engine takes requests. */
export async function startPeer(
  name: PeerName,
  peersDirectory: string,
  readyPath: string,
  { postgres, teardown, scratchDirectory }: SubjectNeeds,
): Promise<RunningPeer> {
  const database = await postgres.createSubjectDatabase(name);
  const port = await findFreePort();
  const program = await startProgram(
    {
      command: 'java',
      args: [HEAP_OPTION, '-jar', jarOf(name, peersDirectory)],
      cwd: scratchDirectory,
      env: {
        SPRING_DATASOURCE_URL: database.jdbcUrl,
        SPRING_DATASOURCE_USERNAME: database.user,
        SPRING_DATASOURCE_PASSWORD: database.password,
        SERVER_PORT: String(port),
        SERVER_ADDRESS: '127.0.0.1',
      },
    },
    teardown,
  );
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilAnswers(program, `${origin}${readyPath}`, START_TIMEOUT_MS);
  return { program, origin, databaseName: database.name, databaseUrl: database.url };
}

interface PeerDeployment {
  readonly url: string;
  /** Is the name of the file's part. */
  readonly part: string;
  /** Go along with each file. */
  readonly fields: Readonly<Record<string, string>>;
  readonly names: readonly ProcessName[];
}

export async function deployToPeer({ url, part, fields, names }: PeerDeployment): Promise<void> {
  for (const name of names) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set(part, new Blob([new Uint8Array(modelOf(name))], { type: 'application/xml' }), `${name}.bpmn`);
    await expectOk(`Deploying ${name}.bpmn to ${url}`, fetch(url, { method: 'POST', body: form }));
  }
}

/** Posts to a peer; an answer of 300 and more is thrown. */
export async function postToPeer(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await expectOk(`POST ${url}`, fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  await answer.arrayBuffer();
}
