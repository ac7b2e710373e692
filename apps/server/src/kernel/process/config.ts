// The configuration of a process, parsed once from the environment; a wrong or unknown key stops the start.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { moduleTable } from '@keelson/contract';
import { type MailServerAddress, parseMailServer } from '../text/mail-server-address.ts';
import { nearestName } from '../text/nearest.ts';
import {
  ConfigError,
  createValueReader,
  isAddressRange,
  isLoopbackHost,
  isPathPrefix,
  isPostgresUrl,
  type ListenAddress,
  parseListen,
  parseOrigin,
  parsePublicUrl,
  type ValueReader,
} from './config-values.ts';

export { ConfigError } from './config-values.ts';

/** Names the modules of the suite, in the order of the interface. */
export const moduleNames = moduleTable.map(({ name }) => name);
export type ModuleName = (typeof moduleNames)[number];

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Bounds of requests, each with its key; the reasons stand beside the defaults. */
export interface RequestLimits {
  readonly bodyBytes: number;
  readonly bodiesBytes: number;
  readonly uploadFileBytes: number;
  readonly uploadBytes: number;
  readonly jsonDepth: number;
  readonly arrayItems: number;
  readonly headerBytes: number;
  readonly requestTimeoutMs: number;
}

export interface Config {
  /** `off`: no page of the console is served; `all`: also those of modules that other processes serve at the same address. */
  readonly console: 'on' | 'off' | 'all';
  /** Null stands for the embedded database. */
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
  /** Holds accepted events until they are stored; it must outlive the process. */
  readonly loggerSpoolDirectory: string;
  readonly listen: ListenAddress;
  /** Without a trailing slash. */
  readonly publicUrl: string | null;
  /** Exact origins, as browsers write them. */
  readonly allowedOrigins: readonly string[];
  readonly databaseNotify: 'listen' | 'poll';
  /** A standby that may answer what may be some seconds old; null: none does. */
  readonly databaseReadUrl: string | null;
  /** How old that may be, in milliseconds. */
  readonly databaseReadLagMaxMs: number;
  /** Most connections that the pool opens; it opens them as it needs them. */
  readonly databasePoolMax: number;
  readonly secretKeys: string | null;
  /** File of pinned setting values. */
  readonly settingsFile: string | null;
  /** Holds addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  /** The mail server by which mails leave; null: they are captured. */
  readonly mailServer: MailServerAddress | null;
  /** Names the modules whose routes and jobs run in this process. */
  readonly modules: readonly ModuleName[];
  /** Holds further prefixes by module. */
  readonly prefixes: Readonly<Partial<Record<ModuleName, readonly string[]>>>;
  readonly errorStatus: 'truthful' | 'always-200';
  readonly unknownFields: 'refuse' | 'ignore';
  readonly adminPassword: string | null;
  readonly passwordPepper: boolean;
  readonly hashConcurrency: number;
  /** Says what a password's hash costs. No key of the environment chooses it: only the server of a test hands over `least`. */
  readonly passwordCost: 'full' | 'least';
  readonly sessionCacheMax: number;
  readonly testMode: boolean;
  readonly logLevel: LogLevel;
  /** Every n-th successful request has a log line; 0: none. */
  readonly logSampleEvery: number;
  readonly limits: RequestLimits;
}

const MEBIBYTE = 1_048_576;
/** Bound of a value in bytes: no single request may take more memory than a small machine has to spare. */
const BYTES_MAX = 1_024 * MEBIBYTE;

const standardLimits: RequestLimits = {
  // The largest ordinary models are a tenth of it.
  bodyBytes: MEBIBYTE,
  // All bodies that are not answered yet: thirty of the largest, and a fraction of a small machine's memory.
  bodiesBytes: 256 * MEBIBYTE,
  // The largest diagrams seen are 4 MiB.
  uploadFileBytes: 10 * MEBIBYTE,
  // A deployment of 200 files, held in memory while it is checked.
  uploadBytes: 64 * MEBIBYTE,
  // No model of the suite nests deeper than 10; recursion over a body stays far from the stack's end.
  jsonDepth: 64,
  // It is ten times the largest list that an operation takes.
  arrayItems: 10_000,
  // Cookies and proxies stay under 8 KiB.
  headerBytes: 16_384,
  // A slow client holds a socket no longer than this.
  requestTimeoutMs: 30_000,
};

const ownKeys = [
  'DATABASE_URL',
  'KEELSON_ADMIN_PASSWORD',
  'KEELSON_ALLOWED_ORIGINS',
  'KEELSON_ARRAY_ITEMS_MAX',
  'KEELSON_BODIES_BYTES_MAX',
  'KEELSON_BODY_BYTES_MAX',
  'KEELSON_CONSOLE',
  'KEELSON_DATA',
  'KEELSON_DATABASE_NOTIFY',
  'KEELSON_DATABASE_POOL_MAX',
  'KEELSON_DATABASE_READ_LAG_MAX_MS',
  'KEELSON_DATABASE_READ_URL',
  'KEELSON_ERROR_STATUS',
  'KEELSON_HASH_CONCURRENCY',
  'KEELSON_HEADER_BYTES_MAX',
  'KEELSON_JSON_DEPTH_MAX',
  'KEELSON_LISTEN',
  'KEELSON_LOG_LEVEL',
  'KEELSON_LOGGER_SPOOL_DIR',
  'KEELSON_LOG_SAMPLE_EVERY',
  'KEELSON_MAIL_SMTP_URL',
  'KEELSON_MODULES',
  'KEELSON_PASSWORD_PEPPER',
  'KEELSON_PUBLIC_URL',
  'KEELSON_REQUEST_TIMEOUT_MS',
  'KEELSON_SECRET_KEYS',
  'KEELSON_SESSION_CACHE_MAX',
  'KEELSON_SETTINGS_FILE',
  'KEELSON_TEST_MODE',
  'KEELSON_TRUSTED_PROXIES',
  'KEELSON_UNKNOWN_FIELDS',
  'KEELSON_UPLOAD_BYTES_MAX',
  'KEELSON_UPLOAD_FILE_BYTES_MAX',
];
/** Keys of modules that this version does not have; accepting one silently would promise what is not there. */
const keysOfLaterModules = new Set(['KEELSON_LOGGER_AUDIT_KEY_FILE']);

function prefixKey(name: ModuleName): string {
  return `KEELSON_PREFIX_${name.toUpperCase().replaceAll('-', '_')}`;
}
const knownKeys = new Set([...ownKeys, ...moduleNames.map(prefixKey)]);

/** Common beginning of all keys, which is left out when names are compared. */
const KEY_PREFIX = 'KEELSON_';

/** Suggests the known name that was probably meant; empty where none is near. */
function meantBy(name: string, known: Iterable<string>, prefix = ''): string {
  const rests = [...known].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  const nearest = nearestName(name.slice(prefix.length), rests);
  return nearest === null ? '' : ` (did you mean ${prefix}${nearest}?)`;
}

function collectValues(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Map<string, string> {
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(environment)) {
    if (knownKeys.has(key)) {
      if (value !== undefined && value !== '') values.set(key, value);
    } else if (keysOfLaterModules.has(key)) {
      problems.push(`${key} belongs to a part that this version does not have; remove it.`);
    } else if (key.startsWith('KEELSON_')) {
      const meant = meantBy(key, knownKeys, KEY_PREFIX);
      problems.push(`${key} is not a configuration key${meant}; the known ones are listed in docs/operating.md.`);
    }
  }
  return values;
}

function readListen(read: ValueReader): ListenAddress {
  const standard = { host: '127.0.0.1', port: 8080 };
  const value = read.text('KEELSON_LISTEN');
  if (value === null) return standard;
  const address = parseListen(value);
  if (address === null) read.refuse(`KEELSON_LISTEN must be host:port or [v6]:port, not "${value}".`);
  return address ?? standard;
}

function readOrigins(read: ValueReader): readonly string[] {
  return read.list('KEELSON_ALLOWED_ORIGINS').flatMap((value) => {
    const origin = parseOrigin(value);
    if (origin !== null) return [origin];
    read.refuse(`KEELSON_ALLOWED_ORIGINS takes origins like https://app.example.org, not "${value}".`);
    return [];
  });
}

function readPublicUrl(read: ValueReader): string | null {
  const value = read.text('KEELSON_PUBLIC_URL');
  if (value === null) return null;
  const url = parsePublicUrl(value);
  if (url === null) read.refuse('KEELSON_PUBLIC_URL must be an http or https address without query and credentials.');
  return url;
}

/** Reads the address of the mail server; no sentence repeats the value, which may hold a password. */
function readMailServer(read: ValueReader): MailServerAddress | null {
  const value = read.text('KEELSON_MAIL_SMTP_URL');
  if (value === null) return null;
  const server = parseMailServer(value);
  if (server === null) {
    read.refuse(
      'KEELSON_MAIL_SMTP_URL must be smtp://user:password@host:port or smtps://..., with ?security=none where the server has no TLS.',
    );
  }
  return server;
}

function readModules(read: ValueReader): readonly ModuleName[] {
  const asked = read.list('KEELSON_MODULES');
  if (asked.length === 0) return moduleNames;
  for (const name of asked) {
    if (!(moduleNames as readonly string[]).includes(name)) {
      const meant = meantBy(name, moduleNames);
      read.refuse(`KEELSON_MODULES names "${name}", which is no module${meant}; take ${moduleNames.join(', ')}.`);
    }
  }
  return moduleNames.filter((name) => asked.includes(name));
}

function readPrefixes(read: ValueReader): Config['prefixes'] {
  const prefixes: Partial<Record<ModuleName, readonly string[]>> = {};
  for (const name of moduleNames) {
    const key = prefixKey(name);
    const values = read.list(key);
    for (const value of values) {
      if (!isPathPrefix(value)) read.refuse(`${key} takes prefixes like /gw/${name}, not "${value}".`);
    }
    if (values.length > 0) prefixes[name] = values;
  }
  return prefixes;
}

function readLimits(read: ValueReader): RequestLimits {
  const bytes = (key: string, standard: number): number =>
    read.whole(key, { minimum: 1_024, maximum: BYTES_MAX }, standard);
  return {
    bodyBytes: bytes('KEELSON_BODY_BYTES_MAX', standardLimits.bodyBytes),
    bodiesBytes: bytes('KEELSON_BODIES_BYTES_MAX', standardLimits.bodiesBytes),
    uploadFileBytes: bytes('KEELSON_UPLOAD_FILE_BYTES_MAX', standardLimits.uploadFileBytes),
    uploadBytes: bytes('KEELSON_UPLOAD_BYTES_MAX', standardLimits.uploadBytes),
    jsonDepth: read.whole('KEELSON_JSON_DEPTH_MAX', { minimum: 8, maximum: 1_000 }, standardLimits.jsonDepth),
    arrayItems: read.whole(
      'KEELSON_ARRAY_ITEMS_MAX',
      { minimum: 1_000, maximum: 1_000_000 },
      standardLimits.arrayItems,
    ),
    headerBytes: read.whole(
      'KEELSON_HEADER_BYTES_MAX',
      { minimum: 8_192, maximum: 262_144 },
      standardLimits.headerBytes,
    ),
    requestTimeoutMs: read.whole(
      'KEELSON_REQUEST_TIMEOUT_MS',
      { minimum: 1_000, maximum: 600_000 },
      standardLimits.requestTimeoutMs,
    ),
  };
}

function checkTogether(config: Config, read: ValueReader): void {
  if (config.testMode && !isLoopbackHost(config.listen.host)) {
    read.refuse(`KEELSON_TEST_MODE is for loopback only; KEELSON_LISTEN is ${config.listen.host}.`);
  }
  if (config.databaseUrl !== null && !isPostgresUrl(config.databaseUrl)) {
    read.refuse('DATABASE_URL must be a postgres:// or postgresql:// address.');
  }
  if (config.databaseReadUrl !== null && !isPostgresUrl(config.databaseReadUrl)) {
    read.refuse('KEELSON_DATABASE_READ_URL must be a postgres:// or postgresql:// address.');
  }
  for (const value of config.trustedProxies) {
    if (!isAddressRange(value)) {
      read.refuse(`KEELSON_TRUSTED_PROXIES takes addresses and CIDR ranges, not "${value}".`);
    }
  }
}

/**
 * Parses every key; throws `ConfigError` with all problems. `chooseDataDirectory` answers the absolute directory for the
 * value of KEELSON_DATA, or for null where none was given. An empty value counts as absent.
 */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
  chooseDataDirectory: (keelsonData: string | null) => string,
): Config {
  const problems: string[] = [];
  const read = createValueReader(collectValues(environment, problems), problems);
  const config: Config = {
    console: read.choice('KEELSON_CONSOLE', ['on', 'off', 'all'], 'on'),
    databaseUrl: read.text('DATABASE_URL'),
    dataDirectory: '',
    loggerSpoolDirectory: '',
    listen: readListen(read),
    publicUrl: readPublicUrl(read),
    allowedOrigins: readOrigins(read),
    databaseNotify: read.choice('KEELSON_DATABASE_NOTIFY', ['listen', 'poll'], 'listen'),
    databaseReadUrl: read.text('KEELSON_DATABASE_READ_URL'),
    // Heartbeats come each second and are looked for each second: less than two could not be proven.
    databaseReadLagMaxMs: read.whole('KEELSON_DATABASE_READ_LAG_MAX_MS', { minimum: 2_500, maximum: 600_000 }, 5_000),
    databasePoolMax: read.whole('KEELSON_DATABASE_POOL_MAX', { minimum: 2, maximum: 200 }, 10),
    secretKeys: read.text('KEELSON_SECRET_KEYS'),
    settingsFile: read.text('KEELSON_SETTINGS_FILE'),
    trustedProxies: read.list('KEELSON_TRUSTED_PROXIES'),
    mailServer: readMailServer(read),
    modules: readModules(read),
    prefixes: readPrefixes(read),
    errorStatus: read.choice('KEELSON_ERROR_STATUS', ['truthful', 'always-200'], 'truthful'),
    unknownFields: read.choice('KEELSON_UNKNOWN_FIELDS', ['refuse', 'ignore'], 'refuse'),
    adminPassword: read.text('KEELSON_ADMIN_PASSWORD'),
    passwordPepper: read.choice('KEELSON_PASSWORD_PEPPER', ['on', 'off'], 'off') === 'on',
    hashConcurrency: read.whole('KEELSON_HASH_CONCURRENCY', { minimum: 1, maximum: 64 }, availableParallelism()),
    passwordCost: 'full',
    sessionCacheMax: read.whole('KEELSON_SESSION_CACHE_MAX', { minimum: 100, maximum: 10_000_000 }, 50_000),
    testMode: read.choice('KEELSON_TEST_MODE', ['true', 'false'], 'false') === 'true',
    logLevel: read.choice('KEELSON_LOG_LEVEL', logLevels, 'info'),
    logSampleEvery: read.whole('KEELSON_LOG_SAMPLE_EVERY', { minimum: 0, maximum: 1_000_000 }, 0),
    limits: readLimits(read),
  };
  checkTogether(config, read);
  if (problems.length > 0) throw new ConfigError(problems);
  const dataDirectory = chooseDataDirectory(read.text('KEELSON_DATA'));
  const loggerSpoolDirectory = read.text('KEELSON_LOGGER_SPOOL_DIR') ?? join(dataDirectory, 'logger-spool');
  return { ...config, dataDirectory, loggerSpoolDirectory };
}
