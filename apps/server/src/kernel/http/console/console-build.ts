// Decides which build of the console belongs to the sources that are here, and finds it; the tool that builds asks the same.
import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths whose files the pages are made of. */
const SOURCES = ['apps/console', 'packages/client/src', 'packages/contract/src', 'tools/console'] as const;
const FILES = ['package-lock.json', 'tools/build-console.ts'] as const;
const LEFT_OUT = /(^|\/)(dist|node_modules)\/|\.test\.ts$|\.md$/;

async function sourceFiles(root: string): Promise<readonly string[]> {
  const folders = SOURCES.map(async (folder) => {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  const found = (await Promise.all(folders)).flat().map((file) => file.slice(root.length).replaceAll('\\', '/'));
  return [...found.filter((file) => !LEFT_OUT.test(file)), ...FILES].sort();
}

/** Answers a name that changes with every file that the pages are made of. `root` is the clone and ends with a slash. */
export async function consoleStamp(root: string): Promise<string> {
  const digest = createHash('sha256');
  for (const file of await sourceFiles(root)) digest.update(`${file}\n`).update(await readFile(join(root, file)));
  return digest.digest('hex').slice(0, 16);
}

/** Answers the folder of a clone that builds lie in, each under its stamp. */
export function consoleFolder(root: string): string {
  return join(root, 'apps/console/dist');
}

/** Answers the first of the folders that holds the build of a stamp. */
export async function findConsole(folders: readonly string[], stamp: string): Promise<string | null> {
  for (const folder of folders) {
    const found = join(folder, stamp);
    const whole = await access(join(found, 'index.html')).then(
      () => true,
      () => false,
    );
    if (whole) return found;
  }
  return null;
}
