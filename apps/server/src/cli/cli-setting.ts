// Runs the commands of settings: reads what was typed, does it, and prints the result.
import { parseArgs } from 'node:util';
import { errorDefinition, type SvcSettingEffectiveModel } from '@keelson/contract';
import { fillSentence } from '../kernel/http/answer/envelope.ts';
import { ServiceError } from '../kernel/request/errors.ts';
import type { SettingType } from '../kernel/settings/setting-value.ts';
import type { SystemSettingApi } from '../modules/system-setting/api.ts';
import type { CommandTerminal, ModuleCommand } from './cli-terminal.ts';

export const SETTING_USAGE = `keelson setting list [<beginning of codes>] [--tenant <identifier>] [--json]
keelson setting get <code> [--tenant <identifier>] [--json]
keelson setting set <code> [<value>] [--tenant <identifier>] [--reason <text>] [--json]
keelson setting unset <code> [--tenant <identifier>] [--reason <text>] [--json]
keelson setting pin-check [<settings file>] [--json]
keelson setting give-up-key <key id>`;

type Commands = SystemSettingApi['commands'];

interface Options {
  readonly tenantIdentifier: string | null;
  readonly reason: string | null;
  readonly json: boolean;
}

/** A command works with these. */
interface Run {
  readonly commands: Commands;
  readonly terminal: CommandTerminal;
  readonly username: string;
  readonly options: Options;
}

interface Subcommand {
  /** These are the fewest and the most words beside the options. */
  readonly words: readonly [number, number];
  readonly options: readonly ('tenant' | 'reason')[];
  run(run: Run, words: readonly string[]): Promise<number>;
}

/** Prints a value as one line; a text by itself, so that scripts can take it as it is. */
function shown(value: unknown, type: SettingType): string {
  return type === 'STRING' || type === 'SECRET' ? String(value) : JSON.stringify(value);
}

async function open({ commands, terminal }: Run): Promise<void> {
  for (const sentence of await commands.open()) terminal.explain(`Warning: ${sentence}`);
}

async function list(run: Run, [prefix = '']: readonly string[]): Promise<number> {
  await open(run);
  const { commands, terminal, options } = run;
  const settings = commands.list(prefix, options.tenantIdentifier);
  if (options.json) terminal.print(JSON.stringify(settings));
  else for (const { code, value, source } of settings) terminal.print(`${code}\t${JSON.stringify(value)}\t${source}`);
  return 0;
}

function warnOfInvalid({ chain }: SvcSettingEffectiveModel, terminal: CommandTerminal): void {
  for (const { level, invalid } of chain) {
    if (invalid) terminal.explain(`Warning: the stored ${level} value cannot be used and is passed over.`);
  }
}

async function get(run: Run, [code = '']: readonly string[]): Promise<number> {
  await open(run);
  const { commands, terminal, options } = run;
  const setting = commands.get(code, options.tenantIdentifier);
  warnOfInvalid(setting, terminal);
  if (options.json) terminal.print(JSON.stringify(setting));
  else if (setting.source === 'NONE') {
    terminal.explain(`${setting.code} has no value.`);
    return 1;
  } else terminal.print(shown(setting.value, setting.type));
  return 0;
}

/** Answers undefined where the text is no value of the type; it is not repeated, since it may be meant for another setting. */
function parseValue(text: string, type: SettingType): unknown {
  if (type === 'STRING' || type === 'SECRET') return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function write({ commands, terminal, username, options }: Run, code: string, value: unknown): Promise<number> {
  const { tenantIdentifier, reason, json } = options;
  const { body, revision, changed } = await commands.set({ code, tenantIdentifier, value, reason, username });
  if (json) terminal.print(JSON.stringify({ ...body, revision, changed }));
  else {
    const level = tenantIdentifier === null ? 'for everybody' : `for the tenant ${tenantIdentifier}`;
    const now = body.value === null ? 'has no value of its own' : `is ${JSON.stringify(body.value)}`;
    const how = changed ? `version ${body.version}, revision ${revision}` : 'as before';
    terminal.print(`${body.code} ${now} ${level} (${how})`);
  }
  return 0;
}

async function set(run: Run, [code = '', argument]: readonly string[]): Promise<number> {
  await open(run);
  const { commands, terminal } = run;
  const type = commands.typeOf(code);
  if (type === 'SECRET' && argument !== undefined) {
    terminal.explain(
      `${code} is a secret: it is read from standard input, never from an argument, which others can see.`,
    );
    return 2;
  }
  const value = parseValue(argument ?? (await terminal.read(type === 'SECRET')), type);
  if (value === undefined) {
    terminal.explain(`The value of ${code} must be JSON of the type ${type}.`);
    return 1;
  }
  if (value === null) {
    terminal.explain(`null is no value; "keelson setting unset ${code}" removes the one that is stored.`);
    return 1;
  }
  return write(run, code, value);
}

async function unset(run: Run, [code = '']: readonly string[]): Promise<number> {
  await open(run);
  return write(run, code, null);
}

async function checkPins({ commands, terminal, options }: Run, [path]: readonly string[]): Promise<number> {
  const check = await commands.checkPins(path ?? null);
  if (options.json) terminal.print(JSON.stringify(check));
  else {
    for (const sentence of check.warnings) terminal.explain(`Warning: ${sentence}`);
    for (const sentence of check.problems) terminal.explain(sentence);
    if (check.problems.length === 0) terminal.print(`${check.count} pinned values hold.`);
  }
  return check.problems.length === 0 ? 0 : 1;
}

async function giveUpKey(run: Run, [id = '']: readonly string[]): Promise<number> {
  await open(run);
  const { commands, terminal, username } = run;
  const isKnown = await commands.giveUpKey(id, username);
  if (isKnown) terminal.print(`The key ${id} is given up: what it alone opens is lost.`);
  else terminal.explain(`No key ${id} has sealed anything in this database.`);
  return isKnown ? 0 : 1;
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: { words: [0, 1], options: ['tenant'], run: list },
  get: { words: [1, 1], options: ['tenant'], run: get },
  set: { words: [1, 2], options: ['tenant', 'reason'], run: set },
  unset: { words: [1, 1], options: ['tenant', 'reason'], run: unset },
  'give-up-key': { words: [1, 1], options: [], run: giveUpKey },
  'pin-check': { words: [0, 1], options: [], run: checkPins },
};

/** Answers the sentence of the failure, and what each of its arguments says. */
function sentencesOf({ code, options }: ServiceError): readonly string[] {
  const reasons = (options.errorArguments ?? []).flatMap((argument) => {
    const { field, rule, message } = argument as Readonly<Record<string, unknown>>;
    if (typeof message !== 'string') return [];
    const about = rule ?? field;
    return [typeof about === 'string' && about !== '' ? `${about}: ${message}` : message];
  });
  return [`${fillSentence(errorDefinition(code).en, options.parameters)} (${code})`, ...reasons];
}

/** Answers null for words that it does not understand. */
export function parseSettingCommand(words: readonly string[]): ModuleCommand | null {
  const [name = '', ...args] = words;
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand === undefined) return null;
  const optional = Object.fromEntries(subcommand.options.map((option) => [option, { type: 'string' as const }]));
  let parsed: { values: Readonly<Record<string, unknown>>; positionals: readonly string[] };
  try {
    parsed = parseArgs({ args, options: { json: { type: 'boolean' }, ...optional }, allowPositionals: true });
  } catch {
    return null;
  }
  const { values, positionals } = parsed;
  const [fewest, most] = subcommand.words;
  if (positionals.length < fewest || positionals.length > most) return null;
  const text = (option: string): string | null => (values[option] as string | undefined) ?? null;
  const options = { tenantIdentifier: text('tenant'), reason: text('reason'), json: values.json === true };
  return async ({ apis, username }, terminal) => {
    const { commands } = apis.systemSetting;
    try {
      return await subcommand.run({ commands, terminal, username, options }, positionals);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      for (const sentence of sentencesOf(error)) terminal.explain(sentence);
      return 1;
    }
  };
}
