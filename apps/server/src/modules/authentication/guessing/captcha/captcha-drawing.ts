// Draws the text of a captcha so that a person reads it and a program has work: warped, overlapping, crossed, speckled.
import { randomFillSync } from 'node:crypto';
import { INK_MAX, type Raster } from '../../ground/png.ts';
import { createRaster, drawLine, putInk } from './raster.ts';
import { curve, type Point, type Stroke, strokesOf } from './strokes.ts';

export const IMAGE_WIDTH = 200;
export const IMAGE_HEIGHT = 70;

/** Side of the box that glyphs are drawn in, in units. */
const GLYPH_BOX = 10;
/** Distance of neighbouring glyphs: less than the width of a glyph and its tilt, so that they touch. */
const ADVANCE = 29;
const LEFT_MARGIN = 14;
const GLYPH_WIDTH = { from: 23, to: 29 } as const;
const GLYPH_HEIGHT = { from: 31, to: 40 } as const;
const TILT = { from: -0.3, to: 0.3 } as const;
const SHEAR = { from: -0.25, to: 0.25 } as const;
const DRIFT_Y = { from: -6, to: 6 } as const;
const DRIFT_X = { from: -3, to: 3 } as const;
const PEN_RADIUS = { from: 1.2, to: 1.9 } as const;
const WAVE_HEIGHT = { from: 2, to: 4.5 } as const;
const WAVE_LENGTH = { from: 55, to: 110 } as const;
const ARCS = 3;
/** Pieces of an arc, which crosses the whole image: with fewer its corners would give it away. */
const ARC_PIECES = 16;
/** Distance from the edge within which an arc begins and ends; below, the part of the width in which it bends. */
const ARC_MARGIN = 30;
const ARC_BEND = { from: 0.3 * IMAGE_WIDTH, to: 0.7 * IMAGE_WIDTH } as const;
const ARC_RADIUS = { from: 0.8, to: 1.3 } as const;
const SPECKLES = 140;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Source of numbers in 0..1. */
export type Random = () => number;

const RANDOM_WORDS = 1_024;
const WORD_RANGE = 2 ** 32;

/** Draws cryptographic numbers, in bundles: a drawing that could be predicted could be subtracted. */
export function createRandom(): Random {
  const words = new Uint32Array(RANDOM_WORDS);
  let used = RANDOM_WORDS;
  return () => {
    if (used === RANDOM_WORDS) {
      randomFillSync(words);
      used = 0;
    }
    return words[used++]! / WORD_RANGE;
  };
}

const within = (random: Random, { from, to }: Range): number => from + random() * (to - from);

type Warp = (point: Point) => Point;

function createWarp(random: Random): Warp {
  const [high, long, phase] = [within(random, WAVE_HEIGHT), within(random, WAVE_LENGTH), random() * 2 * Math.PI];
  const [wide, tall, shift] = [within(random, WAVE_HEIGHT), within(random, WAVE_LENGTH), random() * 2 * Math.PI];
  return ({ x, y }) => ({
    x: x + wide * Math.sin((y / tall) * 2 * Math.PI + shift),
    y: y + high * Math.sin((x / long) * 2 * Math.PI + phase),
  });
}

/** Puts a glyph around its place, with a size, tilt, shear and drift of its own. */
function createPlacement(random: Random, index: number): Warp {
  const width = within(random, GLYPH_WIDTH) / GLYPH_BOX;
  const height = within(random, GLYPH_HEIGHT) / GLYPH_BOX;
  const tilt = within(random, TILT);
  const shear = within(random, SHEAR);
  const centerX = LEFT_MARGIN + ADVANCE * (index + 0.5) + within(random, DRIFT_X);
  const centerY = IMAGE_HEIGHT / 2 + within(random, DRIFT_Y);
  const [cosine, sine] = [Math.cos(tilt), Math.sin(tilt)];
  return (point) => {
    const y = (point.y - GLYPH_BOX / 2) * height;
    const x = (point.x - GLYPH_BOX / 2) * width + shear * y;
    return { x: centerX + x * cosine - y * sine, y: centerY + x * sine + y * cosine };
  };
}

function drawStroke(raster: Raster, stroke: Stroke, radius: number, place: Warp): void {
  const points = stroke.map(place);
  for (let index = 1; index < points.length; index++) drawLine(raster, points[index - 1]!, points[index]!, radius);
}

function drawArcs(raster: Raster, random: Random): void {
  const anywhere = (): number => random() * IMAGE_HEIGHT;
  for (let count = 0; count < ARCS; count++) {
    const from = { x: random() * ARC_MARGIN, y: anywhere() };
    const to = { x: IMAGE_WIDTH - random() * ARC_MARGIN, y: anywhere() };
    const control = { x: within(random, ARC_BEND), y: anywhere() * 2 - IMAGE_HEIGHT / 2 };
    drawStroke(raster, curve(from, control, to, ARC_PIECES), within(random, ARC_RADIUS), (point) => point);
  }
}

function drawSpeckles(raster: Raster, random: Random): void {
  for (let count = 0; count < SPECKLES; count++) {
    const [x, y] = [Math.floor(random() * IMAGE_WIDTH), Math.floor(random() * IMAGE_HEIGHT)];
    putInk(raster, x, y, Math.ceil(random() * INK_MAX));
    if (random() < 0.5) putInk(raster, x + 1, y, Math.ceil(random() * INK_MAX));
  }
}

/** Draws a text of six characters of the alphabet, which fills the image. */
export function drawCaptcha(text: string, random: Random): Raster {
  const raster = createRaster(IMAGE_WIDTH, IMAGE_HEIGHT);
  const warp = createWarp(random);
  [...text].forEach((character, index) => {
    const place = createPlacement(random, index);
    const radius = within(random, PEN_RADIUS);
    for (const stroke of strokesOf(character)) drawStroke(raster, stroke, radius, (point) => warp(place(point)));
  });
  drawArcs(raster, random);
  drawSpeckles(raster, random);
  return raster;
}
