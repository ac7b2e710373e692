#!/usr/bin/env node
// Command line of the BPMN packages: checks files and simulates runs.
import { enableCompileCache } from 'node:module';
import process from 'node:process';

// Most of the time of a short command goes into reading TypeScript; the second command finds it read.
enableCompileCache();
const { runCli } = await import('./cli.ts');

// A reader that goes away, such as `head`, is no failure of the command.
process.stdout.on('error', () => {});
process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
