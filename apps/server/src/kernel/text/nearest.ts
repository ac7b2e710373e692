// Finds what somebody meant who misspelt a name: the known name that is the fewest slips of the keyboard away.

/** Longest name that is compared: a longer one is no misspelling, and costs its length squared. */
const LENGTH_MAX = 100;
/** Shortest name that is compared: a shorter one is near to any short name. */
const LENGTH_MIN = 3;

/** Number of slips that count as a misspelling: one in four letters, at most three. */
function slipsMax(name: string): number {
  return Math.min(3, Math.max(1, Math.floor(name.length / 4)));
}

/** Counts letters that are missing, too many, wrong or changed places with their neighbour (optimal string alignment). */
export function countSlips(left: string, right: string): number {
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const steps = Math.min((last[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, changed);
      line.push(isSwapped && row > 1 && column > 1 ? Math.min(steps, (before[column - 2] ?? 0) + 1) : steps);
    }
    before = last;
    last = line;
  }
  return last[right.length] ?? 0;
}

/** The name as it is compared: case, and characters between words, are no slips. */
function foldName(name: string): string {
  return name.replace(/[-_.\s]/g, '').toLowerCase();
}

/** Answers the known name that is nearest, the first of several; null where none is near. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  if (name.length > LENGTH_MAX) return null;
  const asked = foldName(name);
  if (asked.length < LENGTH_MIN) return null;
  let nearest: string | null = null;
  let fewest = slipsMax(asked) + 1;
  for (const one of known) {
    const folded = foldName(one);
    if (Math.abs(folded.length - asked.length) >= fewest) continue;
    const slips = countSlips(asked, folded);
    if (slips >= fewest) continue;
    nearest = one;
    fewest = slips;
  }
  return nearest;
}
