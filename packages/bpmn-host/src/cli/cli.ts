// Chooses the command, and turns wrong usage into its exit code.

import { type CliArguments, readArguments, UsageError } from './arguments/cli-arguments.ts';
import { HELP } from './arguments/help.ts';
import { checkFiles } from './check.ts';
import type { CliOutput } from './cli-output.ts';
import { diffFiles } from './diff-files.ts';
import { ownExecutor } from './own-executor.ts';
import { runFiles } from './run-files.ts';

export const EXIT_FINE = 0;
/** Exit code where the files have problems, something failed in a run, or two models differ. */
export const EXIT_PROBLEMS = 1;
export const EXIT_USAGE = 2;

/** Runs a command and answers the exit code. A check is for `own` where it does not say for whom. */
export async function runCli(argv: readonly string[], output: CliOutput, own = ownExecutor()): Promise<number> {
  try {
    const given = readArguments(argv, own);
    if (given.command === 'help') {
      output.out(HELP);
      return EXIT_FINE;
    }
    return (await answer(given, output)) ? EXIT_FINE : EXIT_PROBLEMS;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.error(`keelson-bpmn: ${error.message}\nTry keelson-bpmn --help.\n`);
    return EXIT_USAGE;
  }
}

async function answer(given: Exclude<CliArguments, { command: 'help' }>, output: CliOutput): Promise<boolean> {
  if (given.command === 'diff') return diffFiles(given, output);
  return given.command === 'check' ? checkFiles(given, output) : runFiles(given, output);
}
