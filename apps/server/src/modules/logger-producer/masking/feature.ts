// Wires the masking of events: one mask for every way into the log.
import { createMask, type Masked } from '../../../kernel/masking/mask.ts';
import { readAddedNames } from '../../../kernel/masking/secret-names.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { type EventMask, eventMaskOf } from './event-mask.ts';

export type { EventMask } from './event-mask.ts';

/** Creates the masking; `addedNames` are an operator's additions to the names of secrets. */
export function createMasking({ metrics }: Pick<Kernel, 'metrics'>, addedNames: () => string): EventMask {
  const masked = metrics.counter({ name: 'log_masked_total', help: 'Secrets that were taken out of events.' });
  const counted = <T>({ value, count }: Masked<T>): T => {
    if (count > 0) masked.inc(count);
    return value;
  };
  let text = '';
  let mask = createMask();
  return eventMaskOf(() => {
    const names = addedNames();
    if (names !== text) {
      text = names;
      mask = createMask(readAddedNames(names));
    }
    return { value: (value) => counted(mask.mask(value)), name: (name) => counted(mask.maskName(name)) };
  });
}
