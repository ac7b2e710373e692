// Turns drawings into pixels, with the font that reports embed.
import { Resvg } from '@resvg/resvg-js';
import { embeddedFont } from '../font/embedded-font.ts';

/** Pixels of a point: twice as many look sharp on paper. */
const PIXELS_PER_POINT = 2;

function rendered(svg: string, width: number) {
  const fontFiles = [embeddedFont.plain, embeddedFont.bold];
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: embeddedFont.family };
  return new Resvg(svg, {
    font,
    background: '#ffffff',
    fitTo: { mode: 'width', value: Math.round(width * PIXELS_PER_POINT) },
  }).render();
}

export function pngPicture(svg: string, width: number): Uint8Array {
  return rendered(svg, width).asPng();
}

export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  /** Pixels, three bytes each, row by row. */
  readonly pixels: Uint8Array;
}

/** `width` counts points. */
export function rgbPicture(svg: string, width: number): RgbPicture {
  const picture = rendered(svg, width);
  const { pixels } = picture;
  const opaque = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    opaque[to++] = pixels[from]!;
    opaque[to++] = pixels[from + 1]!;
    opaque[to++] = pixels[from + 2]!;
  }
  return { width: picture.width, height: picture.height, pixels: opaque };
}
