// Frames every bar: options, PostgreSQL, clearing up, and one printed line for each figure with its bar.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchPostgres, startPostgres } from '../postgres.ts';
import { createTeardown, stopOnSignals, type Teardown } from '../teardown.ts';

export interface BarOptions {
  /** The figure and its reference take turns so often. */
  readonly rounds: number;
  /** One round takes so long. */
  readonly seconds: number;
}

export interface BarRun extends BarOptions {
  readonly postgres: BenchPostgres;
  readonly teardown: Teardown;
  readonly scratchDirectory: string;
  readonly cores: number;
  readonly print: (line: string) => void;
}

/** A figure is one measured number beside what it has to be. */
export interface Figure {
  /** Names page and number, for example `authentication B1`. */
  readonly bar: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Says what it was measured against in the same run. */
  readonly reference?: string;
}

const ROUNDS_MAX = 1_000;
const SECONDS_MAX = 3_600;

function readOptions(standard: BarOptions): BarOptions {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(standard.rounds) },
      seconds: { type: 'string', default: String(standard.seconds) },
    },
  });
  return {
    rounds: readWhole('--rounds', values.rounds, ROUNDS_MAX),
    seconds: readWhole('--seconds', values.seconds, SECONDS_MAX),
  };
}

function readWhole(option: string, text: string, maximum: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= maximum) return value;
  throw new Error(`${option} takes whole numbers from 1 to ${maximum}, not "${text}".`);
}

function makeScratchDirectory(teardown: Teardown): string {
  const directory = mkdtempSync(join(tmpdir(), 'keelson-bench-scratch-'));
  chmodSync(directory, 0o700);
  teardown.add(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function holds({ value, atLeast, atMost }: Figure): boolean {
  return value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY);
}

export function formatFigure(figure: Figure): string {
  const { bar, what, value, unit, atLeast, atMost, reference } = figure;
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  const verdict = bounds.length === 0 ? '' : `  (${bounds.join(', ')}: ${holds(figure) ? 'holds' : 'MISSED'})`;
  return `${bar}  ${what}: ${numberText(value)} ${unit}${verdict}${reference === undefined ? '' : `  [${reference}]`}`;
}

/** Keeps three digits that mean something, and no exponent. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

/** Measures, prints the figures and ends the process; the exit code is 1 when a bar is missed or the run fails. */
export async function runBar(
  standard: BarOptions,
  measure: (run: BarRun) => Promise<readonly Figure[]>,
): Promise<void> {
  const teardown = createTeardown();
  stopOnSignals(teardown);
  try {
    const options = readOptions(standard);
    const postgres = await startPostgres(teardown);
    const scratchDirectory = makeScratchDirectory(teardown);
    const cores = availableParallelism();
    const loadBefore = loadavg()[0] ?? 0;
    const print = (line: string): void => console.log(line);
    const figures = await measure({ ...options, postgres, teardown, scratchDirectory, cores, print });
    console.log(`\n${options.rounds} rounds, ${cores} cores, load before ${numberText(loadBefore)}`);
    for (const figure of figures) console.log(formatFigure(figure));
    if (!figures.every(holds)) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    if (!teardown.hasBegun()) console.error(error);
  } finally {
    await teardown.run();
  }
}
