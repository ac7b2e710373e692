// Proves that the QR code of a secret is a picture from which another program reads its address.
import { inflateSync } from 'node:zlib';
import jsqr from 'jsqr';
import { expect, it } from 'vitest';
import { qrImageString } from './qr-image.ts';
import { otpauthUri } from './totp.ts';

const SIGNATURE = '89504e470d0a1a0a';
const QUIET_PIXELS = 16;
const PARTS_OF_PIXEL = 4;
const WHITE = 255;
const uri = otpauthUri({ issuer: 'Keelson', account: 'ayşe@example.com', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' });

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Holds red, green, blue and opacity of each pixel. */
  readonly pixels: Uint8ClampedArray;
}

/** Reads a PNG of sixteen greys, two pixels a byte, whose rows are not filtered (W3C PNG, sections 7 and 9). */
function decode(image: string): Picture {
  const png = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
  expect(png.subarray(0, 8).toString('hex')).toBe(SIGNATURE);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([png[24], png[25]]).toEqual([4, 0]);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = 1 + Math.ceil(width / 2);
  const pixels = new Uint8ClampedArray(width * height * PARTS_OF_PIXEL).fill(WHITE);
  for (let y = 0; y < height; y++) {
    expect(raw[y * stride]).toBe(0);
    for (let x = 0; x < width; x++) {
      const pair = raw[y * stride + 1 + (x >> 1)]!;
      const grey = (x % 2 === 0 ? pair >> 4 : pair & 15) * 17;
      pixels.fill(grey, (y * width + x) * PARTS_OF_PIXEL, (y * width + x) * PARTS_OF_PIXEL + 3);
    }
  }
  return { width, height, pixels };
}

it('is a PNG from which a reader of QR codes gets the address, with the white margin that readers need', async () => {
  const image = await qrImageString(uri);
  expect(image).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
  expect(image.length).toBeLessThan(16_384);
  const { width, height, pixels } = decode(image);
  expect(width).toBe(height);
  // The type of the package says nothing of being one function, which it is.
  const read = jsqr as unknown as typeof jsqr.default;
  expect(read(pixels, width, height)?.data).toBe(uri);
  const isDark = (x: number, y: number): boolean => pixels[(y * width + x) * PARTS_OF_PIXEL]! < WHITE / 2;
  for (let at = 0; at < width; at++) {
    expect([isDark(at, QUIET_PIXELS - 1), isDark(QUIET_PIXELS - 1, at)]).toEqual([false, false]);
    expect([isDark(at, height - QUIET_PIXELS), isDark(width - QUIET_PIXELS, at)]).toEqual([false, false]);
  }
  expect(isDark(QUIET_PIXELS, QUIET_PIXELS)).toBe(true);
});
