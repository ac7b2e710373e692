// The command `check` prints every problem of the files.
import { createScriptSandbox, type ScriptSandbox } from '../script/script-sandbox.ts';
import type { CheckArguments } from './arguments/cli-arguments.ts';
import type { CliOutput } from './cli-output.ts';
import { errorsOf, problemLines, problemSummary } from './print-problems.ts';
import { type ReadFiles, readFiles } from './read-files.ts';
import { summaryText, workSummary } from './work-summary.ts';

/** Checks the files; false when their deployment would be refused. */
export async function checkFiles(given: CheckArguments, { out }: CliOutput): Promise<boolean> {
  const read = await withSandbox(async (sandbox) => readFiles(given.files, given, sandbox));
  const report = () => (given.summary ? workSummary(read) : checkReport(given, read));
  const text = () => (given.summary ? summaryText(read) : checkText(read, given.quiet));
  out(given.json ? `${JSON.stringify(report(), null, 2)}\n` : text());
  return !read.isRefused;
}

/** Runs with a sandbox in which the same scripts give the same again. */
export async function withSandbox<Result>(use: (sandbox: ScriptSandbox) => Promise<Result>): Promise<Result> {
  const sandbox = await createScriptSandbox({ deterministic: true });
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

function checkReport({ files, strictness, executor }: CheckArguments, read: ReadFiles) {
  return {
    files,
    strictness: strictness.toUpperCase(),
    for: executor.toUpperCase(),
    problems: read.problems,
    problemCount: read.problemCount,
    processes: read.definitions.map(({ key, name, resourceName, executable, startable }) => ({
      key,
      name,
      file: resourceName,
      executable,
      startable,
    })),
    decisions: read.decisions.map(({ key, name, file }) => ({ key, name, file })),
  };
}

function checkText(read: ReadFiles, isQuiet: boolean): string {
  if (isQuiet) return [...problemLines(errorsOf(read)), problemSummary(read)].join('');
  const found = read.definitions.map(
    ({ key, executable }) => `process ${key}${executable ? '' : ' (not executable)'}\n`,
  );
  const decisions = read.decisions.map(({ key }) => `decision ${key}\n`);
  return [...problemLines(read.problems), ...found, ...decisions, problemSummary(read)].join('');
}
