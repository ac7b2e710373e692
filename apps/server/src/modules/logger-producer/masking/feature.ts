// Puts the masking of events together: one mask for every road into the log.
import { createMask, type Masked } from '../../../kernel/masking/mask.ts';
import { readAddedNames } from '../../../kernel/masking/secret-names.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { type EventMask, eventMaskOf } from './event-mask.ts';

export type { EventMask } from './event-mask.ts';

/** `addedNames` is what an operator adds to the names of secrets. */
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
