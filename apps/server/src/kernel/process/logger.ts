// Writes the structured log: one JSON line an event on standard output.
import { type LogFn, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { createMask } from '../masking/mask.ts';
import type { LogLevel } from './config.ts';

export type { Logger } from 'pino';

/** Mask with the names that are secret in requests, beside those that are secret in every log. */
const { mask } = createMask(['ticket', 'body']);

/** Masks secrets in the fields and the message of a line, and in errors of libraries. */
function maskLine(line: string): string {
  const { value, count } = mask(JSON.parse(line));
  return count === 0 ? line : `${JSON.stringify(value)}\n`;
}

/** Describes an error without the connection that some of them carry: it would print every prepared statement. */
function describeError(error: Error): object {
  const { client: _client, ...described } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  return described;
}

type Hold = (error: unknown, write: () => void) => boolean;

/** Functions that may hold back the lines of a logger. */
const holds = new WeakMap<object, Hold>();

/** Lines of the logger and its children with an `err` are written unless they are held. */
export function holdLines(log: Logger, hold: Hold): void {
  holds.set(log, hold);
}

/** `destination` takes the lines instead of standard output. */
export function createLogger(level: LogLevel, destination?: { write(line: string): void }): Logger {
  const options: LoggerOptions = {
    level,
    base: { service: 'keelson', pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: {
      streamWrite: maskLine,
      logMethod(this: Logger, line: Parameters<LogFn>, write: LogFn) {
        const [fields] = line as readonly unknown[];
        const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : null;
        const isHeld = error !== null && holds.get(log)?.(error, () => write.apply(this, line)) === true;
        if (!isHeld) write.apply(this, line);
      },
    },
  };
  const log = destination === undefined ? pino(options) : pino(options, destination);
  return log;
}
