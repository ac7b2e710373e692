// Writes the structured log: one JSON line an event on standard output.
import { type Logger, pino, stdSerializers } from 'pino';
import { createMask } from '../masking/mask.ts';
import type { LogLevel } from './config.ts';

export type { Logger } from 'pino';

/** Of requests, beside what is a secret in every log. */
const { mask } = createMask(['ticket', 'body']);

/** Takes secrets out of whatever came into a line: its fields, its message, and errors of others. */
function maskLine(line: string): string {
  const { value, count } = mask(JSON.parse(line));
  return count === 0 ? line : `${JSON.stringify(value)}\n`;
}

/** An error without the connection that some of them carry: it would print every statement that was prepared on it. */
function describeError(error: Error): object {
  const { client: _client, ...described } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  return described;
}

/** `destination` takes the lines instead of standard output. */
export function createLogger(level: LogLevel, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: { service: 'keelson', pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: maskLine },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
