// The optional env file beside the start: read once, never overriding what the environment says.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Environment with the file's values underneath; a missing file is an empty one. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  filePath: string | null,
): Readonly<Record<string, string | undefined>> {
  if (filePath === null || !existsSync(filePath)) return environment;
  const fromFile = parseEnv(readFileSync(filePath, 'utf8'));
  return { ...fromFile, ...environment };
}
