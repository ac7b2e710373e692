// Writes the structured log: one JSON line an event on standard output.
import { type Logger, pino, stdSerializers } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger } from 'pino';

/** Paths that never reach a line, should an object that carries them be logged by mistake. */
const censoredPaths = ['authorization', 'cookie', 'token', 'password', 'secret', 'apiKey', 'ticket', 'body'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

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
    redact: { paths: censoredPaths, censor: '[hidden]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
