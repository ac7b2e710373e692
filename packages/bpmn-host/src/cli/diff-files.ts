// The command `diff` prints how two versions of a model differ.
import { compareModels, type ModelChange, type ModelDifference } from '@keelson/bpmn-xml';
import { type DiffArguments, UsageError } from './arguments/cli-arguments.ts';
import type { CliOutput } from './cli-output.ts';
import { readBytes } from './read-files.ts';

/** Compares two files; false when the models differ. */
export function diffFiles({ before, after, json, quiet }: DiffArguments, { out }: CliOutput): boolean {
  const result = compareModels(readBytes(before), readBytes(after));
  if ('problem' in result) {
    const { side, message } = result.problem;
    throw new UsageError(`${side === 'before' ? before : after} cannot be compared: ${message}`);
  }
  const { difference } = result;
  out(json ? `${JSON.stringify({ before, after, ...difference }, null, 2)}\n` : text(difference, quiet));
  return difference.identical;
}

function text(difference: ModelDifference, isQuiet: boolean): string {
  const { added, removed, changed, moved } = difference;
  const lists = [
    ['+', added],
    ['-', removed],
    ['~', changed],
    ['@', moved],
  ] as const;
  const printed = isQuiet ? [] : lists.flatMap(([sign, changes]) => changes.map((change) => lines(sign, change)));
  return [...printed, summary(difference)].join('');
}

function lines(sign: string, { id, type, name, details }: ModelChange): string {
  const known = [sign, type, id, ...(name === null ? [] : [JSON.stringify(name)])].filter((part) => part !== '');
  const inside = details.map(({ path, old, new: young }) => `    ${path}: ${shown(old)} -> ${shown(young)}\n`);
  return `${known.join(' ')}\n${inside.join('')}`;
}

/** Writes a value on one line, also where it has several. */
function shown(value: string | null): string {
  return value === null ? 'nothing' : JSON.stringify(value);
}

function summary({ added, removed, changed, moved, identical, layoutOnly, metadataOnly }: ModelDifference): string {
  if (identical) return 'no difference\n';
  const counts = `${added.length} added, ${removed.length} removed, ${changed.length} changed, ${moved.length} moved`;
  if (layoutOnly) return `${counts}: only the layout differs\n`;
  return metadataOnly ? `${counts}: only who wrote the file differs\n` : `${counts}\n`;
}
