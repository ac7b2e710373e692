// Makes and reads the small files of secrets that only the owner of the process may see.
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes the names of a directory to disk, so that a file made or renamed in it survives a power cut. */
export function syncDirectory(directory: string): void {
  // Windows opens no directory as a file and orders its metadata itself.
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Reads a file of mode 0600; undefined where there is none. Throws a sentence when others may read it. */
export function readPrivateFile(path: string): string | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return undefined;
  if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
    const mode = (status.mode & 0o777).toString(8).padStart(4, '0');
    throw new Error(`"${path}" holds secrets and has mode ${mode}: others may read it. Give it mode 0600 (chmod 600).`);
  }
  return readFileSync(path, 'utf8');
}

/**
 * Makes a file of mode 0600 with this text unless there is one, and answers the text that is there in the end.
 * A reader never sees half of it and of two makers at once one wins: the whole file is linked to its name.
 */
export function makePrivateFileOnce(path: string, text: string): { text: string; made: boolean } {
  const existing = readPrivateFile(path);
  if (existing !== undefined) return { text: existing, made: false };
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { text: readPrivateFile(path) ?? text, made: false };
  } finally {
    unlinkSync(draft);
  }
  syncDirectory(dirname(path));
  return { text, made: true };
}
