// Wires the handling of renamed and deleted users and tenants.
import type { Signals } from '../record/signals.ts';
import { directoryHooks } from './directory-hooks.ts';

export function createDirectoryFeature({ signals }: { readonly signals: Signals }) {
  return { hooks: directoryHooks(signals) };
}
