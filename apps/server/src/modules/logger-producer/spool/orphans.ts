// Takes the directories of dead processes over, each by one rename, so that one process alone has it.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { codeOf, type SpoolGround } from './spool.types.ts';
import { syncDirectory } from './spool-directory.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A process writes to the directory that bears its id; those that it took over have a name of their own behind it. */
const NAME = new RegExp(`^(${UUID})(?:~${UUID})?$`);

/** Must be true only of a process that writes no more, or will find out that its directory is gone. */
export type IsDead = (processId: string) => boolean | Promise<boolean>;

/** Answers the names of directories that are this process's now and not `isOpen`, in the order of their old names. */
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
      // It was taken over and could not be opened then.
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

/** Is false where another process was earlier. */
async function renamed(files: SpoolGround['files'], from: string, to: string): Promise<boolean> {
  try {
    await files.rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
