// Bounds what snapshots and files take on disk together.
import type { Kernel } from '../../../../kernel/module.ts';
import { RunFailure } from '../run-failure.ts';
import { findSpareSnapshots, usedBytes } from './store-room.store.ts';

export interface StoreRoomGround extends Pick<Kernel, 'database'> {
  /** Is the setting report.store.max-size, in MiB. */
  readonly maxMebibytes: () => number;
  /** Drops the snapshots whose time is over. */
  readonly dropOver: () => Promise<void>;
  readonly endSnapshots: (ids: readonly number[]) => Promise<void>;
}

const MEBIBYTE = 1_048_576;
/** A file has at most 2 GiB, whatever the setting says: clients count in 32 bits. */
const FILE_BYTES_MAX = 2_147_483_648;

export type StoreRoom = ReturnType<typeof createStoreRoom>;

export function createStoreRoom({ database, maxMebibytes, dropOver, endSnapshots }: StoreRoomGround) {
  return {
    /** Nothing that comes from elsewhere may be larger than all of it together. */
    bytesMax: (): number => maxMebibytes() * MEBIBYTE,
    fileBytesMax: (): number => Math.min(FILE_BYTES_MAX, maxMebibytes() * MEBIBYTE),
    /** Fails with REPORT_DISK_FULL where not even the snapshots of finished runs leave room for another one. */
    async makeRoom(): Promise<void> {
      const max = maxMebibytes() * MEBIBYTE;
      const used = await usedBytes(database);
      if (used < max) return;
      const spare = await findSpareSnapshots(database, used - max);
      await endSnapshots(spare);
      await dropOver();
      if ((await usedBytes(database)) >= max) throw new RunFailure('REPORT_DISK_FULL');
    },
  };
}
