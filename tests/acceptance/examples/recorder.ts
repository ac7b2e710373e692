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
  let example: Example | null = null;
  for (const read of heard) example ??= await read();
  if (example === null)
    return `no call of ${key} can be shown: one has to succeed and to answer JSON, an event or a file`;
  const shown = showExample(example, run);
  const { answer, ...sent } = shown;
  const { answer: storedAnswer, ...storedSent } = stored[key] ?? {};
  const difference =
    (key in stored ? null : `${key} has no example`) ??
    findDifference(sent, storedSent, 'sent', key) ??
    findDifference(answer, storedAnswer, 'answered', `${key}.answer`);
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
