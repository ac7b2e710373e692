// Puts beside a module what only its documents need: examples, and its words in Turkish.
import type { ModuleContract } from '../operations/define.ts';
import type { Example } from '../operations/request.ts';
import type { ExamplesOf } from './example.ts';

/** Gives a module the examples of its operations, one for each that is built. */
export function documented<const M extends ModuleContract>(
  module: M,
  { examples }: { readonly examples: ExamplesOf<M> },
): M & Required<Pick<ModuleContract, 'examples'>> {
  return { ...module, examples: examples as Readonly<Record<string, Example>> };
}
