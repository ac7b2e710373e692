// Keeps the examples of the contract to what the scenarios send and get, and records them anew where it is told to.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Example, ModuleContract } from '@keelson/contract';
import type { Entry } from '../addresses.ts';
import type { Heard } from './heard-client.ts';
import { findDifference, showExample } from './shown.ts';

/** Names the modules to record, with commas between them. */
const RECORDED = 'KEELSON_RECORD_EXAMPLES';
const recorded = (process.env[RECORDED] ?? '').split(',');

const fileOf = ({ name }: ModuleContract): string =>
  fileURLToPath(new URL(`../../../packages/contract/src/modules/${name}/documentation/examples.json`, import.meta.url));

/** Answers null where the example of the operation is what the scenario sent and got, else what to do. */
export async function checkExample(
  { module, key }: Entry,
  heard: readonly Heard[],
  run: string,
): Promise<string | null> {
  const file = fileOf(module);
  if (!existsSync(file)) return null;
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Example>>;
  let examples: readonly Example[] = [];
  for (const read of heard) if (examples.length === 0) examples = await read();
  const [first] = examples;
  if (first === undefined)
    return `no call of ${key} can be shown: one has to succeed and to answer JSON, an event or a file`;
  const shown = showExample(first, run);
  // Which event of a stream comes first may hang on chance: one of them has to be as it is shown.
  const differences = examples.map((example) => differenceOf(key, showExample(example, run), stored[key]));
  const difference = differences.includes(null) ? null : differences[0]!;
  if (difference === null) return null;
  if (!recorded.includes(module.name)) return `${difference}: record it with ${RECORDED}=${module.name}`;
  const { operations } = module;
  const lines = Object.keys(operations).flatMap((name) => {
    const line = name === key ? shown : stored[name];
    return line === undefined ? [] : [`  ${JSON.stringify(name)}: ${JSON.stringify(line)}`];
  });
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  return null;
}

function differenceOf(key: string, { answer, ...sent }: Example, stored: Example | undefined): string | null {
  if (stored === undefined) return `${key} has no example`;
  const { answer: storedAnswer, ...storedSent } = stored;
  return (
    findDifference(sent, storedSent, 'sent', key) ?? findDifference(answer, storedAnswer, 'answered', `${key}.answer`)
  );
}
