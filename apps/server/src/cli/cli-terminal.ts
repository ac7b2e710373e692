// Declares what a command of the command line is, and where it writes and reads.
import type { ModuleApis } from '../app-modules.ts';

/** A command writes and reads here: results, sentences for whoever typed it, standard input. */
export interface CommandTerminal {
  print(line: string): void;
  explain(line: string): void;
  /** Answers standard input without its last line end. `hidden`: on a terminal what is typed is not shown. */
  read(hidden: boolean): Promise<string>;
}

/** Answers the exit status; `username` is who acts, for history and events. */
export type Command = (apis: ModuleApis, terminal: CommandTerminal, username: string) => Promise<number>;
