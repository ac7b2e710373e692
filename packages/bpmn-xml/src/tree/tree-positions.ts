// Offsets in the decoded text have lines, columns and byte ranges, asked for in ascending order.
import type { XmlPosition } from './tree.types.ts';
import type { DecodedXml } from './tree-encoding.ts';

export interface Positions {
  /**
   * Answers lines and columns of a range. `start` must not lie before the start of the call before: lines are counted once, from front to
   * back.
   */
  readonly range: (start: number, end: number) => XmlPosition;
  readonly lineAndColumn: (offset: number) => { line: number; column: number };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export function createPositions({ text, byteOffset }: DecodedXml): Positions {
  let line = 1;
  let lineStart = 0;
  let counted = 0;

  function lineAndColumn(offset: number): { line: number; column: number } {
    for (; counted < offset; counted += 1) {
      const unit = text.charCodeAt(counted);
      const endsLine = unit === LINE_FEED || (unit === CARRIAGE_RETURN && text.charCodeAt(counted + 1) !== LINE_FEED);
      if (endsLine) {
        line += 1;
        lineStart = counted + 1;
      }
    }
    return { line, column: offset - lineStart + 1 };
  }

  function range(start: number, end: number): XmlPosition {
    return { start: byteOffset(start), end: byteOffset(end), ...lineAndColumn(start) };
  }

  return { range, lineAndColumn };
}
