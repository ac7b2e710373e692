// Finds line and column of a place in a source; both count from 1.

interface Lines {
  readonly source: string;
  /** Position at which each line begins. */
  readonly begins: readonly number[];
}

/** The last source is kept, since one is asked about many times in a row. */
let last: Lines = { source: '', begins: [0] };

function linesOf(source: string): Lines {
  if (last.source === source) return last;
  const begins = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) begins.push(at + 1);
  last = { source, begins };
  return last;
}

export function placeAt(source: string, at: number): { readonly line: number; readonly column: number } {
  const { begins } = linesOf(source);
  let low = 0;
  let high = begins.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (begins[middle]! <= at) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: at - begins[low]! + 1 };
}
