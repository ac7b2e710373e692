// Arithmetic on numbers as people write them: what has few decimal places is exact, the rest has fifteen digits.

/** Greatest exponent with which a power of ten is an exact number. */
const EXACT_POWER_MAX = 22;

/** Rounds to fifteen digits, which hides where binary numbers are not decimal ones; null for what is no number. */
export function toDecimal(number: number): number | null {
  if (Number.isInteger(number)) return number === 0 ? 0 : number;
  return Number.isFinite(number) ? Number(number.toPrecision(15)) : null;
}

export function add(left: number, right: number): number | null {
  const plain = left + right;
  if (Number.isInteger(left) && Number.isInteger(right)) return toDecimal(plain);
  const places = Math.max(placesOf(left), placesOf(right));
  const sum = scaled(left, places) + scaled(right, places);
  return Number.isSafeInteger(sum) ? toDecimal(sum / 10 ** places) : toDecimal(plain);
}

export function multiply(left: number, right: number): number | null {
  const plain = left * right;
  if (Number.isInteger(left) && Number.isInteger(right)) return toDecimal(plain);
  const [leftPlaces, rightPlaces] = [placesOf(left), placesOf(right)];
  const product = scaled(left, leftPlaces) * scaled(right, rightPlaces);
  const places = leftPlaces + rightPlaces;
  return Number.isSafeInteger(product) && places <= EXACT_POWER_MAX
    ? toDecimal(product / 10 ** places)
    : toDecimal(plain);
}

/** Sums numbers; null for none. */
export function sum(numbers: readonly number[]): number | null {
  return numbers.reduce<number | null>((total, number) => (total === null ? number : add(total, number)), null);
}

/** Counts the decimal places of the shortest text of a number; endless where it has an exponent or too many. */
function placesOf(number: number): number {
  if (Number.isInteger(number)) return 0;
  const text = String(number);
  if (text.includes('e')) return Number.POSITIVE_INFINITY;
  return text.length - text.indexOf('.') - 1;
}

/** Answers a number as a whole one, times ten to the places; none where it would not be exact. */
function scaled(number: number, places: number): number {
  if (places > EXACT_POWER_MAX) return Number.NaN;
  const whole = Math.round(number * 10 ** places);
  return Number.isSafeInteger(whole) ? whole : Number.NaN;
}
