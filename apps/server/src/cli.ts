// Runs the command line: commands for whoever can reach the database of this program.
import './runtime-settings.ts';

// They are loaded afterwards, so that the compile cache holds for everything.
const { readStandardInput } = await import('./cli/cli-input.ts');
const { runCommand } = await import('./cli/cli-command.ts');
process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  explain: (line) => void process.stderr.write(`${line}\n`),
  read: readStandardInput,
});
