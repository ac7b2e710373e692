// Reads levels as logs write them, and severities as OpenTelemetry numbers them (Logs Data Model, Field: SeverityNumber).
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import type { Level } from './event.types.ts';

export const LEVELS: readonly Level[] = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const ALIASES: Readonly<Partial<Record<string, Level>>> = { WARNING: 'WARN', CRITICAL: 'FATAL' };
const SEVERITIES_OF_A_LEVEL = 4;

/** Reads a level, in upper case of ASCII: `info` is INFO in every language. */
export function levelOf(written: string | null, problems: ArgumentProblem[]): Level {
  if (written === null) return 'INFO';
  const name = written.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const level = LEVELS.find((known) => known === name) ?? ALIASES[name];
  if (level !== undefined) return level;
  problems.push({ field: 'level', code: 'NOT_ALLOWED', message: `Must be one of ${LEVELS.join(', ')}.` });
  return 'INFO';
}

/** Answers the severity; 0 is unspecified and fits every level. */
export function severityOf(given: number | null, level: Level, problems: ArgumentProblem[]): number {
  const lowest = LEVELS.indexOf(level) * SEVERITIES_OF_A_LEVEL + 1;
  if (given === null) return lowest;
  if (given !== 0 && (given < lowest || given >= lowest + SEVERITIES_OF_A_LEVEL)) {
    const range = `${lowest} to ${lowest + SEVERITIES_OF_A_LEVEL - 1}`;
    problems.push({
      field: 'severityNumber',
      code: 'SEVERITY_MISMATCH',
      message: `Must be 0 or ${range} for the level ${level}.`,
    });
  }
  return given;
}
