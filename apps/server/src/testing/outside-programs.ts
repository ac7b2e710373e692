// Finds the programs beside this repository that some tests need, and says which tests a run left out because they are not here.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where systems put a Chromium; KEELSON_BROWSER names another one, or none by an empty value. */
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const POSTFIX = '/usr/sbin/postfix';
/** Packages of the system are seen by its own Python alone, which another one may hide. */
const PYTHONS = ['python3', '/usr/bin/python3'];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Answers where the program of a name is, or undefined where no folder of PATH has it. */
export function findProgram(
  name: string,
  { PATH = '' }: Environment = process.env,
  isThere: (file: string) => boolean = isProgram,
): string | undefined {
  return PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isThere);
}

/** Answers the program of a browser, or undefined where there is none. */
export function findBrowser(
  { KEELSON_BROWSER: named }: Environment = process.env,
  isThere: (file: string) => boolean = isProgram,
): string | undefined {
  if (named !== undefined) return named === '' ? undefined : named;
  return BROWSERS.find(isThere);
}

/** Answers a Python with aiosmtpd, or undefined where none has it. */
export function findMailPython(): string | undefined {
  return PYTHONS.find((python) => spawnSync(python, ['-c', 'import aiosmtpd'], { stdio: 'ignore' }).status === 0);
}

/** Says whether Postfix can be started before a mailbox of aiosmtpd: by root alone. KEELSON_MAIL_SERVERS says so without a look. */
export function hasMailServers({ KEELSON_MAIL_SERVERS: asked }: Environment = process.env): boolean {
  if (asked !== undefined) return asked !== '';
  return process.getuid?.() === 0 && isProgram(POSTFIX) && findMailPython() !== undefined;
}

/** Names what these tests need, where it is given or found. */
function findMissing(env: Environment, isThere: (file: string) => boolean): readonly string[] {
  const isNamed = (variable: string): boolean => (env[variable] ?? '') !== '';
  const needed: readonly (readonly [boolean, string])[] = [
    [findBrowser(env, isThere) !== undefined, 'tests/browser (a Chromium; KEELSON_BROWSER)'],
    [findProgram('soffice', env, isThere) !== undefined, 'reports in LibreOffice (soffice)'],
    [findProgram('pdftotext', env, isThere) !== undefined, 'reports by pdftotext'],
    [hasMailServers(env), 'mails through Postfix (root, Postfix, aiosmtpd; KEELSON_MAIL_SERVERS)'],
    [isNamed('KEELSON_ICALENDAR_PYTHON'), 'the second opinion on calendars (KEELSON_ICALENDAR_PYTHON)'],
    [isNamed('KEELSON_SCHEMATHESIS'), 'Schemathesis (KEELSON_SCHEMATHESIS)'],
    [isNamed('KEELSON_OPENAPI_GENERATOR'), 'openapi-generator (KEELSON_OPENAPI_GENERATOR)'],
    [isNamed('KEELSON_OPENAPI_PYTHON'), 'openapi-python-client (KEELSON_OPENAPI_PYTHON)'],
  ];
  return needed.filter(([found]) => !found).map(([, what]) => what);
}

/** Says in one line which tests were left out; null where none were. */
export function leftOutLine(
  env: Environment = process.env,
  isThere: (file: string) => boolean = isProgram,
): string | null {
  const missing = findMissing(env, isThere);
  return missing.length === 0 ? null : `Left out, as what they need is not here: ${missing.join('; ')}.`;
}
