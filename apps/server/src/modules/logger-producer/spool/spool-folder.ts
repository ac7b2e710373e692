// Gives tests of the spool a temporary root, spools in it, and files that fail or count as a test asks.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import * as fileSystem from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Spool } from './spool.ts';
import type { DamageReason, SpoolFiles, SpoolOptions, SpoolRecord } from './spool.types.ts';

export interface SpoolFolder {
  readonly root: string;
  /** A clock that stands at the value. */
  now: number;
  readonly damaged: { readonly text: string; readonly reason: DamageReason }[];
  open(changes?: Partial<SpoolOptions>): Spool;
}

export const EVERYTHING = { maxRecords: 1_000_000, maxBytes: 1_000_000_000 };
export const PLAIN = { isProtected: false };

/** Gives each test of the file a root of its own. */
export function useSpoolFolder(): SpoolFolder {
  const folder = {
    root: '',
    now: 0,
    damaged: [] as { text: string; reason: DamageReason }[],
    open: (changes: Partial<SpoolOptions> = {}) =>
      new Spool({
        root: folder.root,
        processId: randomUUID(),
        clock: { now: () => folder.now },
        fsyncIntervalMs: () => 200,
        onSyncFailed: (error) => {
          throw error;
        },
        onDamaged: (bytes, reason) => void folder.damaged.push({ text: bytes.toString(), reason }),
        files: hookedFiles({}),
        // Tests do not wait; one about it takes the work and calls it itself.
        after: () => undefined,
        ...changes,
      }),
  };
  beforeEach(() => {
    folder.root = mkdtempSync(join(tmpdir(), 'keelson-spool-'));
    folder.now = 1_000_000;
    folder.damaged.length = 0;
  });
  afterEach(async () => {
    for (const handle of opened) await handle.close();
    opened.clear();
    rmSync(folder.root, { recursive: true, force: true });
  });
  return folder;
}

export function texts(records: readonly SpoolRecord[]): string[] {
  return records.map(({ bytes }) => bytes.toString());
}

/** Adopts the records as a new process would, and answers the texts of all that are left. */
export async function leftBehind(folder: SpoolFolder, changes: Partial<SpoolOptions> = {}): Promise<string[]> {
  const spool = folder.open(changes);
  const orphans = await spool.adoptOrphans({ isDead: () => true });
  const all = await Promise.all(orphans.map((orphan) => orphan.read(EVERYTHING)));
  return all.flatMap(texts);
}

type WriteBytes = (
  buffer: Buffer,
  offset: number,
  length: number,
  position: number,
) => Promise<{ bytesWritten: number }>;
type Hook = (go: () => Promise<void>) => Promise<void>;

/** Hooks of a test for calls on an opened file; `go` makes the call itself. */
export interface FileHooks {
  write?: (go: (bytes?: number) => ReturnType<WriteBytes>, bytes: number) => ReturnType<WriteBytes>;
  datasync?: Hook;
  /** Of a directory alone. */
  sync?: Hook;
  truncate?: Hook;
}

/** A crash is a spool that is not closed: its files are closed after the test. */
const opened = new Set<FileHandle>();

/** Wraps the files of the system in the present hooks. */
export function hookedFiles(hooks: FileHooks): SpoolFiles {
  return {
    ...fileSystem,
    open: async (path, flags, mode) => {
      const handle = await fileSystem.open(path, flags, mode);
      opened.add(handle);
      const write = handle.write.bind(handle) as WriteBytes;
      const { datasync, truncate, sync } = handle;
      const hooked: WriteBytes = (buffer, offset, length, position) => {
        const go = (bytes = length) => write(buffer, offset, bytes, position);
        return hooks.write?.(go, length) ?? go();
      };
      return Object.assign(handle, {
        write: hooked,
        datasync: () => throughHook(hooks.datasync, () => datasync.call(handle)),
        sync: () => throughHook(hooks.sync, () => sync.call(handle)),
        truncate: (length: number) => throughHook(hooks.truncate, () => truncate.call(handle, length)),
      }) as FileHandle;
    },
  };
}

function throughHook(hook: Hook | undefined, go: () => Promise<void>): Promise<void> {
  return hook?.(go) ?? go();
}

export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
