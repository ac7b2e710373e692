// What compiling is handed besides the file: languages that the core does not speak, and other files of the deployment.
import { type ExpressionLanguages, NO_LANGUAGES } from '@keelson/bpmn-core';

export interface CompileOptions {
  /** FEEL and JavaScript; without them what is written in them does not compile. */
  readonly languages: ExpressionLanguages;
  /** Answers the text of another file of the deployment by its name, where a condition names one; null when there is none. */
  readonly resource: (name: string) => string | null;
}

export const BARE_COMPILE_OPTIONS: CompileOptions = { languages: NO_LANGUAGES, resource: () => null };
