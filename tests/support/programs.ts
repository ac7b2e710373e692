// Finds programs of the system that tests call: a missing one is told by a sentence, not by what fails without it.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws a sentence that names the program and what needs it. */
export function requireProgram(name: string, whatNeedsIt: string, searchPath = process.env.PATH ?? ''): void {
  if (searchPath.split(delimiter).some((directory) => isThere(join(directory, name)))) return;
  throw new Error(`${whatNeedsIt} calls "${name}", which is not installed here. Install it, then run the test again.`);
}
