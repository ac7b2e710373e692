// Refuses date filters that can match nothing because their ends are swapped.
import { invalid } from '../../../kernel/request/errors.ts';

/** Fails with 400 RANGE_INVALID when `<name>From` is later than `<name>To`. */
export function refuseReversedRange(
  name: string,
  from: string | null | undefined,
  to: string | null | undefined,
): void {
  if (typeof from !== 'string' || typeof to !== 'string' || Date.parse(from) <= Date.parse(to)) return;
  invalid({ field: `${name}From`, code: 'RANGE_INVALID', message: `${name}From is later than ${name}To.` });
}
