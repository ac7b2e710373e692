// Splits and decodes a large form piece by piece, so that no form holds the event loop.
import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import type { ArgumentProblem } from '../../request/errors.ts';
import { PAIRS_MAX, type Pair, reportBadEncoding, reportTooMany } from './parameters.ts';

/**
 * Size up to which a form is split at once, within a millisecond or two; larger ones yield to other requests between
 * pieces.
 */
export const LARGE_FORM_BYTES = 65_536;
/** Bytes that are split between two yields, within some milliseconds. */
const PIECE_BYTES = 262_144;

const [AMPERSAND, EQUALS, PLUS, PERCENT, BLANK] = [0x26, 0x3d, 0x2b, 0x25, 0x20];
const NONE = -1;

/** Answers the value of a hexadecimal digit, and a negative number for any other byte. */
function digitOf(byte: number | undefined): number {
  if (byte === undefined) return NONE;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : NONE;
}

interface Part {
  /** Positions in the decoded bytes; a negative `equalsAt` says that there is no `=`. */
  readonly start: number;
  readonly equalsAt: number;
  readonly end: number;
  readonly isNameSound: boolean;
  readonly isSound: boolean;
}

/** Splits and decodes in place: decoded bytes are never longer. */
class FormSplitter {
  readonly parts: Part[] = [];
  readonly #bytes: Buffer;
  #at = 0;
  #filled = 0;
  #start = 0;
  #equalsAt = NONE;
  #isNameSound = true;
  #isSound = true;
  #isEmpty = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Splits one piece further; answers whether there is more. */
  next(): boolean {
    const bytes = this.#bytes;
    const until = Math.min(bytes.length, this.#at + PIECE_BYTES);
    while (this.#at < until && this.parts.length <= PAIRS_MAX) this.#take(bytes[this.#at]!);
    if (this.#at < bytes.length && this.parts.length <= PAIRS_MAX) return true;
    this.#endPart();
    return false;
  }

  #take(byte: number): void {
    this.#at += 1;
    if (byte === AMPERSAND) {
      this.#endPart();
      return;
    }
    this.#isEmpty = false;
    if (byte === EQUALS && this.#equalsAt === NONE) {
      this.#equalsAt = this.#filled;
      this.#isNameSound = this.#isSound;
    } else if (byte === PERCENT) this.#takeEscape();
    else this.#put(byte === PLUS ? BLANK : byte);
  }

  #takeEscape(): void {
    const [high, low] = [digitOf(this.#bytes[this.#at]), digitOf(this.#bytes[this.#at + 1])];
    if (high < 0 || low < 0) this.#isSound = false;
    else {
      this.#at += 2;
      this.#put(high * 16 + low);
    }
  }

  #put(byte: number): void {
    this.#bytes[this.#filled] = byte;
    this.#filled += 1;
  }

  #endPart(): void {
    if (!this.#isEmpty) {
      const isSound = this.#isSound;
      const isNameSound = this.#equalsAt === NONE ? isSound : this.#isNameSound;
      this.parts.push({ start: this.#start, equalsAt: this.#equalsAt, end: this.#filled, isNameSound, isSound });
    }
    this.#start = this.#filled;
    this.#equalsAt = NONE;
    this.#isSound = true;
    this.#isEmpty = true;
  }
}

/** The text of the bytes; null where they are no UTF-8. */
function textOf(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}

/** Parses a large body whose bytes are UTF-8 as `parsePairs` does, and overwrites the bytes. */
export async function parseLargePairs(bytes: Buffer, problems: ArgumentProblem[]): Promise<readonly Pair[]> {
  const splitter = new FormSplitter(bytes);
  while (splitter.next()) await turn();
  if (splitter.parts.length > PAIRS_MAX) {
    reportTooMany('body', problems);
    return [];
  }
  const pairs: Pair[] = [];
  for (const { start, equalsAt, end, isNameSound, isSound } of splitter.parts) {
    const nameEnd = equalsAt < 0 ? end : equalsAt;
    const name = isNameSound ? textOf(bytes.subarray(start, nameEnd)) : null;
    if (end - start > LARGE_FORM_BYTES) await turn();
    const value = isSound ? textOf(bytes.subarray(nameEnd, end)) : null;
    if (name !== null && value !== null) pairs.push([name, value]);
    else reportBadEncoding('body', name ?? '', problems);
  }
  return pairs;
}
