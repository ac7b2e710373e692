// Names what judges files: what was counted under another version of the rules is to be counted anew.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The packages whose sources decide what the rules say of a file. */
const JUDGING_PACKAGES = ['@keelson/bpmn-core', '@keelson/bpmn-rules', '@keelson/bpmn-xml', '@keelson/bpmn-host'];

/** Creates the version of the rules: the sources themselves are hashed, so that nobody has to remember a number; they are read once. */
export function createRulesVersion(): () => Promise<string> {
  let known: Promise<string> | null = null;
  return async () => {
    known ??= hashOfSources();
    try {
      return await known;
    } catch (error) {
      known = null;
      throw error;
    }
  };
}

async function hashOfSources(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const hash = createHash('sha256');
  for (const name of JUDGING_PACKAGES) {
    const folder = dirname(resolve(name));
    const files = await readdir(folder, { recursive: true });
    for (const file of files.filter(isSource).sort())
      hash.update(`${name} ${file}\n`).update(await readFile(join(folder, file)));
  }
  return hash.digest('hex');
}

function isSource(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing');
}
