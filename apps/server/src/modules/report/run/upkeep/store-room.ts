// Bounds the disk space of snapshots and files together.
import type { Kernel } from '../../../../kernel/module.ts';
import { RunFailure } from '../run-failure.ts';
import { findSpareSnapshots, usedBytes } from './store-room.store.ts';

export interface StoreRoomGround extends Pick<Kernel, 'database'> {
  /** The setting report.store.max-size, in MiB. */
  readonly maxMebibytes: () => number;
  /** Drops expired snapshots. */
  readonly dropOver: () => Promise<void>;
  readonly endSnapshots: (ids: readonly number[]) => Promise<void>;
}

const MEBIBYTE = 1_048_576;
/** Bytes of a file at most, whatever the setting says: clients count in 32 bits. */
const FILE_BYTES_MAX = 2_147_483_648;

export type StoreRoom = ReturnType<typeof createStoreRoom>;

export function createStoreRoom({ database, maxMebibytes, dropOver, endSnapshots }: StoreRoomGround) {
  return {
    /** Bytes of a result at most: the bound of all together. */
    bytesMax: (): number => maxMebibytes() * MEBIBYTE,
    fileBytesMax: (): number => Math.min(FILE_BYTES_MAX, maxMebibytes() * MEBIBYTE),
    /** Frees room; fails with REPORT_DISK_FULL where dropping the snapshots of finished runs is not enough. */
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
