// Compares versions of the program, so that of two that run side by side the newer one's definitions win.

/** Compares two versions; negative when the left one is older. Parts that are no numbers count as 0. */
export function compareVersions(left: string, right: string): number {
  const partsOf = (version: string): readonly number[] => version.split(/[.+-]/).map((part) => Number(part) || 0);
  const [ours, theirs] = [partsOf(left), partsOf(right)];
  for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
    const difference = (ours[index] ?? 0) - (theirs[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
