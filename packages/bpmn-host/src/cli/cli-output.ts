// Where the commands write: the process has its streams, a test has a list.

/** Where a command writes: its answer to `out`, what is wrong with its usage to `error`. */
export interface CliOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}
