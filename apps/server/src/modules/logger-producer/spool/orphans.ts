// Takes the directories of dead processes over, each by one rename, so that one process alone has it.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { codeOf, type SpoolGround } from './spool.types.ts';
import { syncDirectory } from './spool-directory.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Name of a directory: the id of its process, and after a takeover a further name. */
const NAME = new RegExp(`^(${UUID})(?:~${UUID})?$`);

/** Says whether a process is dead; true only for one that writes no more, or will notice that its directory is gone. */
export type IsDead = (processId: string) => boolean | Promise<boolean>;

/** Takes directories over and answers their names, without those that are `isOpen`, in the order of their old names. */
export async function takeOrphans(
  { files, root }: SpoolGround,
  processId: string,
  isDead: IsDead,
  isOpen: (name: string) => boolean,
): Promise<string[]> {
  const taken: string[] = [];
  for (const name of (await namesIn(files, root)).sort()) {
    const owner = NAME.exec(name)?.[1];
    if (owner === undefined || name === processId) continue;
    if (owner === processId) {
      // It was taken over before, but could not be opened.
      if (!isOpen(name)) taken.push(name);
    } else if (await isDead(owner)) {
      const ownName = `${processId}~${randomUUID()}`;
      if (await renamed(files, join(root, name), join(root, ownName))) taken.push(ownName);
    }
  }
  if (taken.length > 0) await syncDirectory(files, root);
  return taken;
}

async function namesIn(files: SpoolGround['files'], root: string): Promise<string[]> {
  try {
    return await files.readdir(root);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Renames; false where another process was earlier. */
async function renamed(files: SpoolGround['files'], from: string, to: string): Promise<boolean> {
  try {
    await files.rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
