// Runs the program as a process: reads the environment, starts, and stops on a signal.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import { type App, createApp } from './app.ts';
import { giveMemoryBack } from './app-memory.ts';
import { checkBeforeStart } from './app-start-checks.ts';
import { chooseDataDirectory } from './kernel/embedded-postgres/data-directory.ts';
import { type Config, ConfigError, parseConfig } from './kernel/process/config.ts';
import { readEnvironment } from './kernel/process/environment.ts';
import { createLogger, type Logger } from './kernel/process/logger.ts';

const cloneRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** A terminal sends its signal to npm and to this process, and npm passes it on: two within this time are one. */
const SAME_SIGNAL_MS = 1_000;

/** Reads the configuration from the environment and the env file beside the start. Throws `ConfigError` with a sentence a problem. */
export function readConfig(): {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
} {
  const environment = readEnvironment(process.env, join(process.cwd(), '.env'));
  const config = parseConfig(environment, (keelsonData) =>
    chooseDataDirectory({
      ...(keelsonData === null ? {} : { keelsonData }),
      cloneRoot,
      uid: process.getuid?.() ?? -1,
    }),
  );
  return { config, environment };
}

/** Writes one line a sentence to standard error: whoever starts the program reads it, not a log collector. */
function explain(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Keelson does not start:\n${text}\n`);
}

/** Under npm a shell stands between: npm's SIGTERM ends the shell and never arrives here, only the parent changes. */
const PARENT_CHECK_MS = 250;

/** Says whether a process is npm or the shell that npm runs scripts with; where that is not known it counts as one. */
function isNpm(pid: number): boolean {
  try {
    return /npm|(^|\/)(da|ba)?sh\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
  } catch {
    return true;
  }
}

function stopWithParent(stop: (signal: NodeJS.Signals) => void): void {
  const parent = process.ppid;
  // In a container npm itself may be process 1; else npm was ended before this process had looked for the first time.
  if (parent === 1 && !isNpm(1)) stop('SIGTERM');
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** A signal that comes while the program starts stops it as soon as it has started: half a start leaves nothing behind. */
function stopOnSignals(starting: Promise<App>, log: Logger, underNpm: boolean): { readonly stopping: () => boolean } {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (firstAt !== null) {
      if (now - firstAt < SAME_SIGNAL_MS) return;
      log.warn({ signal }, 'second signal: leaving at once');
      process.exit(1);
    }
    firstAt = now;
    log.info({ signal }, 'stopping');
    starting
      .then((app) => app.stop())
      .then(() => {
        log.info('stopped');
        process.exit(0);
      })
      .catch((error: unknown) => {
        log.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (underNpm) stopWithParent(onSignal);
  return { stopping: () => firstAt !== null };
}

/** Starts what the configuration describes, without listening. Throws a sentence when a start cannot succeed, before it has made anything. */
export async function startConfigured(config: Config, log: Logger): Promise<App> {
  await checkBeforeStart(config);
  return createApp({ config, log });
}

/**
 * Resolves when the program listens; ends the process with 1 and a sentence when it cannot. The cost of a hash is `full`
 * unless given, which only a program of tests does.
 */
export async function runProcess(given: Partial<Pick<Config, 'passwordCost'>> = {}): Promise<void> {
  let log: Logger | undefined;
  try {
    const { config, environment } = readConfig();
    log = createLogger(config.logLevel);
    const running = log;
    process.on('uncaughtException', (error) => {
      running.fatal({ err: error }, 'a defect ends the process');
      process.exit(1);
    });
    if (environment.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
      log.warn('OTEL_EXPORTER_OTLP_ENDPOINT is set, but this version sends no traces');
    }
    const starting = startConfigured({ ...config, ...given }, running);
    const signals = stopOnSignals(starting, log, environment.npm_lifecycle_event !== undefined);
    const app = await starting;
    if (signals.stopping()) return;
    const url = await app.listen();
    giveMemoryBack();
    log.info({ url, version: packageFile.version, modules: config.modules }, 'listening');
  } catch (error) {
    if (!(error instanceof ConfigError)) log?.fatal({ err: error }, 'start failed');
    explain(error);
    process.exit(1);
  }
}
