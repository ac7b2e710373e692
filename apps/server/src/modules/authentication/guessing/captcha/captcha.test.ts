// Proves that captchas are good once, for five minutes, under our keys, that images are whole PNGs, and that puzzles are
// solvable.

import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../../kernel/database/clock.ts';
import { loadSecretKeys, type SecretKeys } from '../../../../kernel/secrets/secret-keys.ts';
import { createSettings } from '../../../../kernel/settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts';
import { encodePng } from '../../ground/png.ts';
import { authenticationSettings } from '../../settings/authentication.settings.ts';
import { type CaptchaService, createCaptchaService } from './captcha.service.ts';
import { createRandom, drawCaptcha } from './captcha-drawing.ts';
import { createCaptchaSeal } from './captcha-identifier.ts';
import { makePuzzle, type Puzzle } from './proof-of-work-puzzle.ts';
import { createRaster, drawLine } from './raster.ts';
import { CAPTCHA_ALPHABET, strokesOf } from './strokes.ts';

const settings = createSettings().bind(authenticationSettings);

const DATA_URI = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/;
const migrations = { name: 'authentication', directory: new URL('../../migrations/', import.meta.url) };
const keyText = (id: string): string => `${id}:${randomBytes(32).toString('base64url')}`;
const oldKey = keyText('old');
const keysOf = (...texts: readonly string[]): SecretKeys => loadSecretKeys({ environmentValue: texts.join(',') });

let opened: TestDatabase;
let clock: ManualClock;
let captchas: CaptchaService;
/** Has the same key and database in another process. */
let elsewhere: CaptchaService;

beforeAll(async () => {
  opened = await createTestDatabase([migrations]);
});
afterAll(() => opened.close());
beforeEach(() => {
  clock = createManualClock();
  captchas = serviceWith(keysOf(oldKey));
  elsewhere = serviceWith(keysOf(oldKey));
});

function serviceWith(keys: SecretKeys): CaptchaService {
  return createCaptchaService({ database: opened.database, clock, seal: createCaptchaSeal(keys), settings });
}

/** Answers what only the server knows. */
function answerOf(identifier: string): string {
  return createCaptchaSeal(keysOf(oldKey)).open(identifier)?.answer ?? '';
}

function solve({ salt, iterations, keyLengthBytes, key, numberMax }: Puzzle): string {
  for (let number = 0; number <= numberMax; number++) {
    const derived = pbkdf2Sync(String(number), Buffer.from(salt, 'base64url'), iterations, keyLengthBytes, 'sha256');
    if (derived.toString('base64url') === key) return String(number);
  }
  throw new Error('the puzzle has no solution');
}

interface Image {
  readonly width: number;
  readonly height: number;
  /** Holds the grey of each pixel, 0 black to 15 white. */
  readonly greys: Uint8Array;
}

/** Reads a PNG of 16 greys without filters, as `encodePng` writes it. */
function decode(png: Buffer): Image {
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  expect([...png.subarray(24, 29)]).toEqual([4, 0, 0, 0, 0]);
  const length = png.readUInt32BE(33);
  expect(png.subarray(37, 41).toString()).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  const rowBytes = 1 + Math.ceil(width / 2);
  expect(rows).toHaveLength(rowBytes * height);
  const greys = Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const byte = rows[y * rowBytes + 1 + (x >> 1)]!;
    return x % 2 === 0 ? byte >> 4 : byte & 15;
  });
  expect(png.subarray(-8).toString('hex')).toBe('49454e44ae426082');
  return { width, height, greys };
}

describe('an image', () => {
  it('authentication 12: is a PNG of 200 by 70 with ink all over, at most 8 KiB, and writes no row', async () => {
    for (let count = 0; count < 20; count++) {
      const { imageString, expiryMs } = await captchas.createImage();
      expect(imageString.length).toBeLessThanOrEqual(8_192);
      expect(expiryMs).toBe(clock.now() + 5 * MINUTE_MS);
      const { width, height, greys } = decode(Buffer.from(DATA_URI.exec(imageString)?.[1] ?? '', 'base64'));
      expect([width, height]).toEqual([200, 70]);
      const thirds = [0, 1, 2].map(
        (third) => greys.filter((grey, index) => grey < 4 && Math.floor(((index % 200) * 3) / 200) === third).length,
      );
      for (const dark of thirds) expect(dark).toBeGreaterThan(200);
      expect(greys.filter((grey) => grey === 15).length).toBeGreaterThan(7_000);
    }
    expect(await opened.database.rows({ name: '', text: 'SELECT 1 FROM auth_captcha_used' })).toEqual([]);
  });

  it('authentication 12: each character of the alphabet has strokes of its own', () => {
    const drawn = new Set<string>();
    for (const character of CAPTCHA_ALPHABET) {
      const raster = createRaster(24, 24);
      const place = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: 2 + x * 2, y: 2 + y * 2 });
      for (const stroke of strokesOf(character)) {
        for (const [index, point] of stroke.slice(1).entries()) {
          drawLine(raster, place(stroke[index]!), place(point), 1);
        }
      }
      expect(raster.ink.filter((ink) => ink > 0).length, character).toBeGreaterThan(30);
      drawn.add(Buffer.from(raster.ink).toString('base64'));
    }
    expect(CAPTCHA_ALPHABET).toHaveLength(32);
    expect(CAPTCHA_ALPHABET).not.toMatch(/[IO01]/);
    expect(drawn.size).toBe(32);
  });

  it('authentication 12: the same text never looks the same', async () => {
    const random = createRandom();
    const drawn = await Promise.all(Array.from({ length: 5 }, () => encodePng(drawCaptcha('ABC234', random))));
    expect(new Set(drawn.map((png) => png.toString('base64'))).size).toBe(5);
  });

  it('authentication 12: an identifier does not show its answer', async () => {
    const { identifier } = await captchas.createImage();
    const answer = answerOf(identifier);
    expect(answer).toMatch(new RegExp(`^[${CAPTCHA_ALPHABET}]{6}$`));
    expect(Buffer.from(identifier, 'base64url').toString('latin1')).not.toContain(answer);
  });
});

describe('a check', () => {
  it('authentication 12: takes the answer once, in whatever case and process', async () => {
    const { identifier } = await captchas.createImage();
    const answer = answerOf(identifier);
    expect(await elsewhere.check(identifier, ` ${answer.toLowerCase()} `)).toBeNull();
    expect(await captchas.check(identifier, answer)).toBe('USED');
    expect(await elsewhere.check(identifier, answer)).toBe('USED');
  });

  it('authentication 12: of parallel ones exactly one counts', async () => {
    const { identifier } = await captchas.createImage();
    const answer = answerOf(identifier);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? captchas : elsewhere).check(identifier, answer)),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'USED')).toHaveLength(19);
  });

  it('authentication 12: a wrong answer uses it up', async () => {
    const { identifier } = await captchas.createImage();
    expect(await captchas.check(identifier, 'AAAAAAA')).toBe('WRONG');
    expect(await captchas.check(identifier, answerOf(identifier))).toBe('USED');
  });

  it('authentication 12: five minutes and it is too late', async () => {
    const [early, late] = [await captchas.createImage(), await captchas.createImage()];
    clock.advance(5 * MINUTE_MS - 1);
    expect(await captchas.check(early.identifier, answerOf(early.identifier))).toBeNull();
    clock.advance(1);
    expect(await captchas.check(late.identifier, answerOf(late.identifier))).toBe('EXPIRED');
  });

  it('authentication 12: of another key, or touched, it is foreign; under a key that was rotated it is ours', async () => {
    const { identifier } = await captchas.createImage();
    const answer = answerOf(identifier);
    expect(await serviceWith(keysOf(keyText('other'))).check(identifier, answer)).toBe('FOREIGN');
    const touched = identifier.slice(0, -2) + (identifier.endsWith('AA') ? 'BB' : 'AA');
    for (const text of [touched, '', 'x', '{}', 'A'.repeat(512), 'A'.repeat(100_000)]) {
      expect(await captchas.check(text, answer)).toBe('FOREIGN');
    }
    expect(await serviceWith(keysOf(keyText('new'), oldKey)).check(identifier, answer)).toBeNull();
  });
});

describe('a proof of work', () => {
  it('authentication 12: is solved by trying numbers, and taken once', async () => {
    const { identifier, puzzle } = await captchas.createPuzzle(0);
    const answer = solve(puzzle);
    expect(await captchas.check(identifier, answer)).toBeNull();
    expect(await elsewhere.check(identifier, answer)).toBe('USED');
  });

  it('authentication 12: another number is wrong', async () => {
    const { identifier, puzzle } = await captchas.createPuzzle(0);
    expect(await captchas.check(identifier, String(Number(solve(puzzle)) + 1))).toBe('WRONG');
  });

  it('authentication 12: becomes harder with the failures of the address, up to a bound', async () => {
    const sizes = await Promise.all([0, 19, 20, 40, 99, 10_000].map(async (failures) => makePuzzle(failures)));
    expect(sizes.map(({ puzzle }) => puzzle.numberMax)).toEqual([1_000, 1_000, 2_000, 4_000, 16_000, 16_000]);
  });
});

describe('when one is due', () => {
  it('is due from the third failure of the name or the twentieth of the address', () => {
    const due = (ofName: number, ofAddress: number): boolean => captchas.isDue('default', { ofName, ofAddress });
    expect([due(0, 0), due(2, 19), due(3, 0), due(0, 20)]).toEqual([false, false, true, true]);
  });
});
