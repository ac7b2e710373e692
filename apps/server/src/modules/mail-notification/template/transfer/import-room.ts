// Bounds what one import compiles: how long that takes, and how much of it waits in memory until it is stored.
import { fail } from '../../../../kernel/request/errors.ts';
import type { CompiledContent } from '../../rendering/liquid/rendering.types.ts';

/** Time of compiling, shorter than that of a request; an import sent again takes the rest. */
const COMPILING_MS_MAX = 20_000;
/** Characters of compiled templates in memory; a layout counts in each of its templates. */
const CHARACTERS_MAX = 64 * 1_048_576;

function failExceeded(): never {
  const message = 'The template takes too long or writes too much.';
  const errorArguments = [{ code: 'TEMPLATE_RENDER_LIMIT_EXCEEDED', message }];
  return fail('TEMPLATE_RENDER_LIMIT_EXCEEDED', { errorArguments });
}

function charactersOf({ html, text, subject }: CompiledContent): number {
  return (html?.length ?? 0) + text.length + (subject?.length ?? 0);
}

export function createImportRoom(now: () => number = () => performance.now()) {
  const startMs = now();
  let characters = 0;
  return {
    /** Called before a template is compiled; 422 TEMPLATE_RENDER_LIMIT_EXCEEDED where no time is left. */
    requireTime(): void {
      if (now() - startMs > COMPILING_MS_MAX) failExceeded();
    },
    /** Counts compiled templates; the same 422 where they are too much together. */
    take(compiled: readonly CompiledContent[]): void {
      const more = compiled.reduce((sum, one) => sum + charactersOf(one), 0);
      if (characters + more > CHARACTERS_MAX) failExceeded();
      characters += more;
    },
    /** Forgets the compiled templates, which are all compiled again; the time goes on. */
    empty(): void {
      characters = 0;
    },
  };
}

export type ImportRoom = ReturnType<typeof createImportRoom>;
