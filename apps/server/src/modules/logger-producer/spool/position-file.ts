// Keeps how far a directory was released. The file is a hint: a record that is read twice is stored once all the same.
import { join } from 'node:path';
import { encodeFrames, frameAt, frameBytes, HEADER_BYTES } from './frame.ts';
import type { SpoolFiles, SpoolPosition } from './spool.types.ts';

const NAME = 'position';
const DRAFT = 'position.next';

/** Writes the position atomically. */
export async function writePosition(files: SpoolFiles, directory: string, position: SpoolPosition): Promise<void> {
  const text = JSON.stringify(position);
  const draft = join(directory, DRAFT);
  await files.writeFile(draft, encodeFrames([text], frameBytes(text)), { mode: 0o600 });
  await files.rename(draft, join(directory, NAME));
}

/** Reads the position; null where the file is missing or its checksum wrong: a flipped bit could hide records. */
export async function readPosition(files: SpoolFiles, directory: string): Promise<SpoolPosition | null> {
  const bytes = await files.readFile(join(directory, NAME)).catch(() => null);
  if (bytes === null || frameAt(bytes, 0).state !== 'whole') return null;
  return JSON.parse(bytes.toString('utf8', HEADER_BYTES)) as SpoolPosition;
}

/** Removes it, so that the directory can go. */
export async function removePosition(files: SpoolFiles, directory: string): Promise<void> {
  for (const name of [NAME, DRAFT]) await files.rm(join(directory, name), { force: true });
}
