// Puts pictures into a PDF: charts, and the logo of a report.
import { deflateSync } from 'node:zlib';
import { type RgbPicture, rgbPicture } from '../chart/chart-picture.ts';
import type { DrawnChart } from '../chart/draw-charts.ts';
import { RenderFailure } from '../render-failure.ts';
import type { PdfDocument, PdfObject } from './pdf-document.ts';
import type { PdfTable } from './pdf-table.ts';
import { point } from './text-and-lines.ts';

const GAP = 10;
const LOGO_WIDTH_MAX = 130;
const LOGO_HEIGHT_MAX = 42;
/** Pixels of a logo: 256 KiB may declare more, and become gigabytes in memory. */
const LOGO_PIXELS_MAX = 16_000_000;

/** Adds a picture, compressed alone, so that the bytes are the same each time. */
function addPicture(document: PdfDocument, { width, height, pixels }: RgbPicture): PdfObject {
  const data = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  };
  return document.addObject(data, deflateSync(pixels));
}

function place(document: PdfDocument, name: string, left: number, bottom: number, width: number, height: number): void {
  const numbers = [width, 0, 0, height, left, bottom].map(point).join(' ');
  document.draw(`q ${numbers} cm /${name} Do Q`);
}

/** Draws the charts of that position one below the other. */
export async function drawPictures(
  document: PdfDocument,
  body: PdfTable,
  charts: readonly DrawnChart[],
  position: 'TOP' | 'BOTTOM',
): Promise<void> {
  for (const [index, { numbers, svg, width, height }] of charts.entries()) {
    if (numbers.chart.position !== position) continue;
    const picture = addPicture(document, rgbPicture(svg, width));
    await body.need(height + GAP);
    const bottom = body.position - height;
    place(document, document.useImage(`Chart${index + 1}`, picture), document.box.left, bottom, width, height);
    body.position = bottom - GAP;
  }
}

/** Draws a logo at the top right, and answers how much room it takes. */
export function drawLogo(
  document: PdfDocument,
  logo: Uint8Array | null,
  top: number,
): { readonly width: number; readonly height: number } {
  if (logo === null) return { width: 0, height: 0 };
  const size = document.sizeOfImage(logo);
  if (size === null || size.width * size.height > LOGO_PIXELS_MAX) {
    throw new RenderFailure('REPORT_RENDER_FAILED', 'The logo is no PNG or JPEG that can be shown.');
  }
  const scale = Math.min(LOGO_WIDTH_MAX / size.width, LOGO_HEIGHT_MAX / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  const media = logo[0] === 0x89 ? 'image/png' : 'image/jpeg';
  const url = `data:${media};base64,${Buffer.from(logo).toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><image href="${url}" width="${size.width}" height="${size.height}"/></svg>`;
  const name = document.useImage('Logo', addPicture(document, rgbPicture(svg, width)));
  place(document, name, document.box.right - width, top - height, width, height);
  return { width: width + GAP, height: height + GAP };
}
