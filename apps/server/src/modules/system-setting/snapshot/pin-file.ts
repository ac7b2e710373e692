// Reads the settings file: values above all others, for deployments under version control and for emergencies.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SecretValue } from '../../../kernel/secrets/secret-value.ts';
import {
  asListed,
  deepFreeze,
  findValueProblem,
  type SettingValue,
  type ValueConstraints,
} from '../../../kernel/settings/setting-value.ts';
import { canonicalJson } from '../../../kernel/text/json/canonical-json.ts';
import { nearestName } from '../../../kernel/text/nearest.ts';
import type { Pin } from './setting-entry.ts';
import type { SettingIndex } from './setting-index.ts';

/** Definition against which a pin is checked. */
export interface PinnedDefinition extends ValueConstraints {
  readonly code: string;
}

/** Finds a definition by code or alias; undefined for an unknown setting. */
type FindPinned = (code: string) => PinnedDefinition | undefined;

export interface KnownSettings {
  readonly find: FindPinned;
  readonly codes: () => Iterable<string>;
}

export interface ReadPin {
  readonly code: string;
  readonly tenantIdentifier: string | null;
  readonly pin: Pin;
}

export interface PinFile {
  /** Valid pins, also where others are wrong. */
  readonly pins: readonly ReadPin[];
  /** A sentence for each wrong entry, without values. */
  readonly problems: readonly string[];
}

/** Bytes of a file; a larger one is no settings file. */
const FILE_BYTES_MAX = 8 * 1_048_576;
const HASH_LENGTH = 16;

type JsonObject = Readonly<Record<string, unknown>>;

/** Problem of the file as a whole. */
class PinProblem extends Error {}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readText(path: string, what: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new PinProblem(`${what} "${path}" cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  if (text.length > FILE_BYTES_MAX) throw new PinProblem(`${what} "${path}" has more than ${FILE_BYTES_MAX} bytes.`);
  return text;
}

/** Reads a secret from a file of its own, with or without a line end. */
async function readSecret(code: string, value: unknown): Promise<string> {
  if (!isObject(value) || typeof value.file !== 'string') {
    throw new PinProblem(`The settings file gives the secret ${code} as text; write {"file": "/path"} instead.`);
  }
  return (await readText(value.file, `The file of the secret ${code}`)).replace(/\r?\n$/, '');
}

async function pinOf(
  { find, codes }: KnownSettings,
  code: string,
  value: unknown,
): Promise<{ code: string; pin: Pin }> {
  const definition = find(code);
  if (definition === undefined) {
    const meant = nearestName(code, codes());
    const question = meant === null ? '.' : `; did you mean ${meant}?`;
    throw new PinProblem(`The settings file names ${code}, which is no setting${question}`);
  }
  const given = definition.type === 'SECRET' ? await readSecret(code, value) : asListed(definition, value);
  const problem = findValueProblem(definition, given);
  if (problem !== null) throw new PinProblem(`The settings file gives ${code} a value that does not fit: ${problem}.`);
  const mark = hash('sha256', canonicalJson(given), 'base64url').slice(0, HASH_LENGTH);
  const pin =
    definition.type === 'SECRET'
      ? { value: undefined, secret: new SecretValue(given as string), hash: mark }
      : { value: deepFreeze(given) as SettingValue, secret: undefined, hash: mark };
  return { code: definition.code, pin };
}

async function readContent(path: string): Promise<JsonObject> {
  let content: unknown;
  try {
    content = JSON.parse(await readText(path, 'The settings file'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PinProblem(`The settings file "${path}" is no JSON.`);
  }
  if (!isObject(content)) throw new PinProblem(`The settings file "${path}" holds no object.`);
  return content;
}

/** Reads the file, with all its problems. */
export async function readPins(path: string, known: KnownSettings): Promise<PinFile> {
  const pins: ReadPin[] = [];
  const problems: string[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof PinProblem)) throw error;
      problems.push(error.message);
    }
  };
  const readLevel = async (tenantIdentifier: string | null, values: unknown): Promise<void> => {
    if (!isObject(values))
      throw new PinProblem(`The settings file holds no object for the tenant ${tenantIdentifier}.`);
    for (const [code, value] of Object.entries(values)) {
      await attempt(async () => void pins.push({ tenantIdentifier, ...(await pinOf(known, code, value)) }));
    }
  };
  await attempt(async () => {
    const { tenants = {}, ...everybody } = await readContent(path);
    await readLevel(null, everybody);
    if (!isObject(tenants)) throw new PinProblem('The settings file holds no object under "tenants".');
    for (const [tenant, values] of Object.entries(tenants)) await attempt(() => readLevel(tenant, values));
  });
  return { pins, problems };
}

/** Pins the values of the file; answers its problems. Null: there is no such file. */
export async function applyPins(path: string | null, index: SettingIndex): Promise<readonly string[]> {
  if (path === null) return [];
  const { pins, problems } = await readPins(path, {
    find: (code) => index.find(code)?.definition ?? undefined,
    codes: () => [...index.all()].map(({ code }) => code),
  });
  for (const { code, tenantIdentifier, pin } of pins) index.pin(code, tenantIdentifier, pin);
  return problems;
}

/** Throws a sentence for each entry that is wrong. */
export async function loadPins(path: string | null, index: SettingIndex): Promise<void> {
  const problems = await applyPins(path, index);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
