// Remembers while tests ran which operation answered which error code and which events were written, and finds what none provoked.
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

const EVENTS = /^keelson_events_total\{kind="([^"]+)"/gm;
const FAILURES = /^keelson_request_errors_total\{module="([^"]+)",operation="([^"]+)",code="([^"]+)"\}/gm;
/** A server that a test has crippled is not waited for. */
const TIMEOUT_MS = 5_000;

const pairOf = (module: string, operation: string, code: string): string => `${module} ${operation}: ${code}`;

/** Asks a server of another process before it stops: its metrics know every failure since its start. A dead one answers nothing. */
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
  const kinds = [...metrics.matchAll(EVENTS)].map(([, kind = '']) => kind);
  const lines = [...pairs, ...kinds];
  if (lines.length === 0) return;
  appendFileSync(join(inject('answeredCodes'), `${process.pid}.txt`), `${lines.join('\n')}\n`);
}

/** Takes the kind of an event that a command of the command line has written, which ends without metrics. */
export function recordWrittenKind(kind: string): void {
  appendFileSync(join(inject('answeredCodes'), `${process.pid}.txt`), `${kind}\n`);
}

function linesOf(directory: string): ReadonlySet<string> {
  return new Set(readdirSync(directory).flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n')));
}

const EVENTS_DOCUMENT = new URL('../../../../docs/events.md', import.meta.url);

/** Finds the kinds of events that these modules, all of them unless named, declare and no server of the run has written. */
export function findUnwrittenKinds(directory: string, moduleNames?: readonly string[]): readonly string[] {
  const written = linesOf(directory);
  const titles = modules.filter(({ name }) => moduleNames?.includes(name) ?? true).map(({ title }) => title);
  const sections = readFileSync(EVENTS_DOCUMENT, 'utf8').split(/^## /m).slice(1);
  return sections
    .filter((section) => moduleNames === undefined || titles.some((title) => section.startsWith(`${title}\n`)))
    .flatMap((section) => [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, kind = '']) => kind))
    .filter((kind) => !written.has(kind));
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
  const answered = linesOf(directory);
  const unknown = moduleNames?.find((name) => !modules.some((module) => module.name === name));
  if (unknown !== undefined) throw new Error(`There is no module ${unknown}.`);
  const contracts = modules.filter(({ name }) => moduleNames?.includes(name) ?? true);
  return declaredPairs(contracts).filter((pair) => !answered.has(pair));
}
