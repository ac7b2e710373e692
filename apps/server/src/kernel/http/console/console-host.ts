// Provides the console: finds its build, or lets a process of its own make it, and reports meanwhile how far that is.
import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../../process/logger.ts';
import type { Readiness } from '../../process/readiness.ts';
import { consoleFolder, consoleStamp, findConsole } from './console-build.ts';
import { type ConsoleFiles, type ConsolePlace, readConsole } from './console-files.ts';

export type ConsoleState =
  | { readonly kind: 'ready'; readonly files: ConsoleFiles }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ConsoleHost {
  state(): ConsoleState;
  /** Resolves when the console is ready or has failed. */
  readonly settled: Promise<void>;
  /** Ends a build that is under way. */
  stop(): Promise<void>;
}

export interface ConsoleHostParts {
  readonly log: Logger;
  readonly readiness: Readiness;
  /** Directory for a build where the clone cannot be written. */
  readonly dataDirectory: string;
  readonly place: ConsolePlace;
  /** Directory of the repository, ending in a slash; the one this program runs from unless a test gives another. */
  readonly root?: string;
}

const ownRoot = fileURLToPath(new URL('../../../../../../', import.meta.url));
/** Variables of the environment that the build gets; passwords and keys of the server are not among them. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot'];
/** Characters of a failed build's last output that are kept, to say why it failed. */
const WORDS_MAX = 2_000;

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Runs the tool that builds; resolves with null, or with the last output of a build that failed. */
function runBuild(root: string, into: string, started: (child: ChildProcess) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const command = [join(root, 'tools/build-console.ts'), '--into', into];
    const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    started(child);
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-WORDS_MAX);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : words.trim() || `the build ended with ${code}`));
  });
}

/** Creates the host and begins at once. Never throws: a server without its console still serves the interface. */
export function createConsoleHost({
  log,
  readiness,
  dataDirectory,
  place,
  root = ownRoot,
}: ConsoleHostParts): ConsoleHost {
  let state: ConsoleState = { kind: 'preparing' };
  let child: ChildProcess | null = null;
  let stopped = false;
  const own = consoleFolder(root);
  const inData = join(dataDirectory, 'console');

  const prepare = async (): Promise<void> => {
    const stamp = await consoleStamp(root);
    let folder = await findConsole([own, inData], stamp);
    if (folder === null && !stopped) {
      const into = (await isWritable(join(root, 'apps/console'))) ? own : inData;
      log.info({ into }, 'building the console');
      const failure = await runBuild(root, into, (running) => {
        child = running;
      });
      child = null;
      folder = await findConsole([into], stamp);
      if (folder === null) throw new Error(failure ?? 'the build wrote no console');
    }
    if (folder !== null) state = { kind: 'ready', files: await readConsole(folder, place) };
  };
  const settled = prepare().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    state = { kind: 'failed', reason };
    if (!stopped) log.error({ reason }, 'the console is not to be had');
  });
  readiness.warn('console', () => {
    if (state.kind === 'ready') return null;
    return state.kind === 'preparing' ? 'the console is being prepared' : 'the console could not be built';
  });
  return {
    state: () => state,
    settled,
    async stop() {
      stopped = true;
      child?.kill('SIGTERM');
      await settled;
    },
  };
}
