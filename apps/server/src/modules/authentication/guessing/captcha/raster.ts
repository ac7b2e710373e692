// Draws thick lines with soft edges into a field of ink.
import { INK_MAX, type Raster } from '../../ground/png.ts';
import type { Point } from './strokes.ts';

const HALF_PIXEL = 0.5;

export function createRaster(width: number, height: number): Raster {
  return { width, height, ink: new Uint8Array(width * height) };
}

/** Puts ink into a pixel; where lines cross the darker one counts. */
export function putInk({ width, height, ink }: Raster, x: number, y: number, amount: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = y * width + x;
  if (amount > ink[at]!) ink[at] = amount;
}

function distanceSquared(x: number, y: number, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return (x - from.x - along * dx) ** 2 + (y - from.y - along * dy) ** 2;
}

/** Draws a line with round ends, `radius` pixels to each side. */
export function drawLine(raster: Raster, from: Point, to: Point, radius: number): void {
  const reach = radius + HALF_PIXEL;
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
  const right = Math.min(raster.width - 1, Math.ceil(Math.max(from.x, to.x) + reach));
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
  const bottom = Math.min(raster.height - 1, Math.ceil(Math.max(from.y, to.y) + reach));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const distance = distanceSquared(x, y, from, to);
      if (distance >= reach * reach) continue;
      const amount = Math.min(1, reach - Math.sqrt(distance));
      putInk(raster, x, y, Math.round(amount * INK_MAX));
    }
  }
}
