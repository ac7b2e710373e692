// Declares what a command of the command line is, what it works with, and where it writes and reads.
import type { ModuleApis } from '../app-modules.ts';
import type { RunningProcess } from '../kernel/live/running-processes.ts';
import type { Config } from '../kernel/process/config.ts';
import type { ServedAddress } from '../kernel/process/served-address.ts';

/** A command writes and reads here: results, sentences for whoever typed it, standard input. */
export interface CommandTerminal {
  print(line: string): void;
  explain(line: string): void;
  /** Answers standard input without its last line end. `hidden`: on a terminal what is typed is not shown. */
  read(hidden: boolean): Promise<string>;
}

/** A command works with the modules on the database of the configuration, and knows who runs beside it. */
export interface CommandGround {
  readonly apis: ModuleApis;
  readonly address: ServedAddress;
  /** Null where that is not known: behind a transaction pooler. */
  readonly processes: readonly RunningProcess[] | null;
  /** Names who acts, for history and events. */
  readonly username: string;
}

/** Needs the modules; answers the exit status. */
export type ModuleCommand = (ground: CommandGround, terminal: CommandTerminal) => Promise<number>;

/** Answers the exit status: 0 done, 1 refused with a sentence. What it throws is such a sentence. */
export type Command = (config: Config, terminal: CommandTerminal) => Promise<number>;
