// Writes archives by hand, sound ones and those that a sound writer would not make (APPNOTE 4.3).
import { crc32, deflateRawSync } from 'node:zlib';

export interface RawEntry {
  readonly name: string;
  readonly bytes?: Uint8Array | string;
  /** Is 8 for deflate; default 0, stored. */
  readonly method?: number;
  readonly flags?: number;
  /** Upper half: the mode of a file under Unix. */
  readonly attributes?: number;
  /** Says another size than there is. */
  readonly claimedSize?: number;
  /** Points at the bytes of the first entry. */
  readonly overlapping?: true;
}

const LOCAL_SIGNATURE = 0x04_03_4b_50;
const CENTRAL_SIGNATURE = 0x02_01_4b_50;
const END_SIGNATURE = 0x06_05_4b_50;

export function rawZip(entries: readonly RawEntry[], claimedCount = entries.length): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes = '', method = 0, flags = 0, attributes = 0, claimedSize, overlapping } of entries) {
    const plain = Buffer.from(bytes as string);
    const data = method === 8 ? deflateRawSync(plain) : plain;
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags | 0x0800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(claimedSize ?? plain.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(LOCAL_SIGNATURE);
    const header = Buffer.alloc(46);
    header.writeUInt32LE(CENTRAL_SIGNATURE, 0);
    header.writeUInt16LE(0x0314, 4);
    common.copy(header, 6);
    header.writeUInt32LE(attributes >>> 0, 38);
    header.writeUInt32LE(overlapping ? 0 : offset, 42);
    central.push(header, nameBytes);
    const entry = [local, common, nameBytes, data];
    parts.push(...entry);
    offset += entry.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(claimedCount, 8);
  end.writeUInt16LE(claimedCount, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
