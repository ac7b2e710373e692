// Puts the masking of events together.
import type { SvcEventLogModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { maskEvent, readMaskedNames } from './mask-event.ts';

/** `addedNames` is what an operator adds to the names of secrets. */
export function createMasking({ metrics }: Pick<Kernel, 'metrics'>, addedNames: () => string) {
  const masked = metrics.counter({ name: 'log_masked_total', help: 'Secrets that were taken out of events.' });
  let read: { readonly text: string; readonly names: readonly string[] } = { text: '', names: [] };
  return (event: SvcEventLogModel): SvcEventLogModel => {
    const text = addedNames();
    if (text !== read.text) read = { text, names: readMaskedNames(text) };
    const { body, count } = maskEvent(event, read.names);
    if (count > 0) masked.inc(count);
    return body;
  };
}
