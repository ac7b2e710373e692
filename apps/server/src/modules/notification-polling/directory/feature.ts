// Wires what becomes of what is told when users and tenants are renamed or end.
import type { Signals } from '../record/signals.ts';
import { directoryHooks } from './directory-hooks.ts';

export function createDirectoryFeature({ signals }: { readonly signals: Signals }) {
  return { hooks: directoryHooks(signals) };
}
