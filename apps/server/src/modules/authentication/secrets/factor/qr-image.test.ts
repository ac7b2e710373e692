// Proves that the QR code of a secret is a picture that stands for its address.
import { inflateSync } from 'node:zlib';
import { create } from 'qrcode';
import { expect, it } from 'vitest';
import { qrImageString } from './qr-image.ts';
import { otpauthUri } from './totp.ts';

const SIGNATURE = '89504e470d0a1a0a';
const MODULE_PIXELS = 4;
const QUIET_PIXELS = 16;
const uri = otpauthUri({ issuer: 'Keelson', account: 'ayşe@example.com', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' });

interface Picture {
  readonly width: number;
  isDark(x: number, y: number): boolean;
}

/** Reads a PNG of 8-bit RGBA as the specification says (W3C PNG, section 9). */
function decode(image: string): Picture {
  const png = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
  expect(png.subarray(0, 8).toString('hex')).toBe(SIGNATURE);
  const width = png.readUInt32BE(16);
  expect([png[24], png[25]]).toEqual([8, 6]);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * 4;
  const rows: Uint8Array[] = [];
  for (let y = 0; y * (stride + 1) < raw.length; y++) {
    const filter = raw[y * (stride + 1)]!;
    const row = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    const above = rows[y - 1] ?? new Uint8Array(stride);
    for (let x = 0; x < stride; x++) {
      const left = x < 4 ? 0 : row[x - 4]!;
      row[x] = row[x]! + predict(filter, left, above[x]!, x < 4 ? 0 : above[x - 4]!);
    }
    rows.push(row);
  }
  return { width, isDark: (x, y) => rows[y]![x * 4]! < 128 };
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter < 4) return [0, left, up, (left + up) >> 1][filter]!;
  const [a, b, c] = [left, up, upLeft].map((value) => Math.abs(left + up - upLeft - value)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}

it('is a PNG whose modules are those of the address, with the white margin that readers need', async () => {
  const image = await qrImageString(uri);
  expect(image).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
  expect(image.length).toBeLessThan(16_384);
  const picture = decode(image);
  const { modules } = create(uri, { errorCorrectionLevel: 'M' });
  expect(picture.width).toBe(modules.size * MODULE_PIXELS + 2 * QUIET_PIXELS);
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      const [x, y] = [column, row].map((index) => QUIET_PIXELS + index * MODULE_PIXELS + 1) as [number, number];
      if (picture.isDark(x, y) !== (modules.get(row, column) === 1))
        throw new Error(`module ${row}, ${column} differs`);
    }
  }
  for (let at = 0; at < picture.width; at++) expect(picture.isDark(at, QUIET_PIXELS - 1)).toBe(false);
});
