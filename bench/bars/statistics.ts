// Computes medians, percentiles and ratios of measured rounds.

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Interpolates between the two nearest ranks; NaN where there is nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (percent / 100) * (sorted.length - 1);
  const lower = sorted[Math.floor(position)] ?? Number.NaN;
  const upper = sorted[Math.ceil(position)] ?? Number.NaN;
  return lower + (upper - lower) * (position - Math.floor(position));
}

/** Answers the median of the ratios of each round with its own reference: a machine that changes its mood does so to both. */
export function medianRatio(figures: readonly number[], references: readonly number[]): number {
  return median(figures.map((figure, index) => figure / (references[index] ?? Number.NaN)));
}
