// Puts beside a module what only its documents need: examples, and its words in Turkish.
import type { ModuleContract } from '../operations/define.ts';
import type { Example } from '../operations/request.ts';
import type { TurkishOf } from './turkish.ts';

interface Documentation<M extends ModuleContract> {
  /** The example of each built operation, as the acceptance tests record them. */
  readonly examples: Readonly<Record<string, Example>>;
  readonly turkish: TurkishOf<M>;
}

/** A module that was documented; as a type of its own, so that declarations of compiled packages name it. */
export type Documented<M extends ModuleContract> = M & Required<Pick<ModuleContract, 'examples' | 'turkish'>>;

/** Gives a module an example of each operation that is built, and a line in Turkish for each operation. */
export function documented<const M extends ModuleContract>(
  module: M,
  { examples, turkish }: Documentation<M>,
): Documented<M> {
  return { ...module, examples, turkish };
}
