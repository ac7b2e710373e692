// Runs the commands of a page as somebody does who follows it: in one shell, in a folder that looks like the clone.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDataDirectory, removeDataDirectory } from '../support/server-process.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface WalkPlace {
  /** Is where the commands run and leave what they leave. */
  readonly folder: string;
  /** Is a folder for the embedded database. */
  readonly data: string;
  remove(): void;
}

export function makeWalkPlace(): WalkPlace {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-walk-'));
  const data = makeDataDirectory();
  for (const name of ['package.json', 'node_modules', 'apps', 'packages', 'docs', 'examples'])
    symlinkSync(join(root, name), join(folder, name));
  return {
    folder,
    data,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      removeDataDirectory(data);
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Commands {
  readonly script: string;
  readonly folder: string;
  /** Stands beside what the machine's own environment has that does not configure the program. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Answers what the commands printed; rejects with all of it where one of them fails. */
export function runCommands({ script, folder, environment, timeoutMs }: Commands): Promise<string> {
  const kept = Object.entries(process.env).filter(([key]) => key !== 'DATABASE_URL' && !key.startsWith('KEELSON_'));
  const env = { ...Object.fromEntries(kept), ...environment };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd: folder, env, timeout: timeoutMs }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`the walk ended with ${error.code ?? error.signal}\n${stdout}\n${stderr}`));
    });
  });
}
