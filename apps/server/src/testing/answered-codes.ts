// Remembers which operation answered which error code while tests ran, and finds the declared codes that none answered.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleContract, modules } from '@keelson/contract';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The servers of this run leave here what they have answered. */
    answeredCodes: string;
  }
}

const FAILURES = /^keelson_request_errors_total\{module="([^"]+)",operation="([^"]+)",code="([^"]+)"\}/gm;
/** A server that a test has crippled is not waited for. */
const TIMEOUT_MS = 5_000;

const pairOf = (module: string, operation: string, code: string): string => `${module} ${operation}: ${code}`;

/** Asks a server of another process before it stops: its metrics know every failure since its start. A dead one tells nothing. */
export async function recordAnsweredCodesOf(url: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const text = await fetch(`${url}/metrics`, { signal, headers: { connection: 'close' } }).then(
    (response) => response.text(),
    () => '',
  );
  recordAnsweredCodes(text);
}

/** Takes the metrics of a server. */
export function recordAnsweredCodes(metrics: string): void {
  const pairs = [...metrics.matchAll(FAILURES)].map(([, module = '', operation = '', code = '']) =>
    pairOf(module, operation, code),
  );
  if (pairs.length === 0) return;
  appendFileSync(join(inject('answeredCodes'), `${process.pid}.txt`), `${pairs.join('\n')}\n`);
}

/** Lists the own codes of operations, as `module operation: CODE`; those that follow from an operation's kind have tests of their own. */
function declaredPairs(contracts: readonly ModuleContract[]): readonly string[] {
  return contracts.flatMap((module) =>
    Object.entries(module.operations).flatMap(([key, operation]) =>
      operation.built ? operation.errors.map((code) => pairOf(module.name, key, code)) : [],
    ),
  );
}

/** Finds what these modules, all of them unless named, declare and no server of the run has answered. */
export function findUnansweredCodes(directory: string, moduleNames?: readonly string[]): readonly string[] {
  const answered = new Set(
    readdirSync(directory).flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n')),
  );
  const unknown = moduleNames?.find((name) => !modules.some((module) => module.name === name));
  if (unknown !== undefined) throw new Error(`There is no module ${unknown}.`);
  const contracts = modules.filter(({ name }) => moduleNames?.includes(name) ?? true);
  return declaredPairs(contracts).filter((pair) => !answered.has(pair));
}
