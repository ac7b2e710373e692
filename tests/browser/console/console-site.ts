// Begins and ends what every test of the console needs: a server with its pages, its administrator, and a browser.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { createPersonWithAddress } from '../../acceptance/world.ts';
import { createExternalDatabase, type ExternalDatabase } from '../../support/database-url.ts';
import { createMailbox, type Mailbox } from '../../support/mailbox.ts';
import { createPerson, type Person, signInAdmin } from '../../support/people.ts';
import { makeSecretKeys, type ServerProcess } from '../../support/server-process.ts';
import { PROXY_HOST, startTlsProxy, type TlsProxy } from '../../support/tls-proxy.ts';
import { browserProgram, openBrowser } from '../chromium.ts';
import { type OpenedPage, openAs, openPage, startConsole } from './console-page.ts';

/** A test of many pages takes its time on a busy machine, and so does the first build of the pages. */
export const BROWSER_TIMEOUT_MS = 120_000;

/** Leads the browser to the proxy, whose certificate nobody has signed, and to no other host at all. */
const PROXY_FLAGS = [
  '--ignore-certificate-errors',
  `--host-resolver-rules=MAP ${PROXY_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
];

/** Stands for the whole describe; its server is there once the tests, and the `beforeAll` of their file, begin. */
export interface ConsoleSite {
  /** Is what a browser asks; has no trailing slash. */
  readonly url: string;
  /** Is where the server itself listens. */
  readonly serverUrl: string;
  readonly proxy: TlsProxy | null;
  readonly admin: Person;
  readonly browser: Browser;
  readonly mailbox: Mailbox;
  /** Is for another process on the same database. */
  readonly databaseUrl: string;
  /** Opens what the server has sealed. */
  readonly secretKeys: string;
  openPage(options?: BrowserContextOptions): Promise<OpenedPage>;
  /** Opens a page as somebody, the administrator unless told; the path stands below `/platform`. */
  openAs(path: string, username?: string, password?: string): Promise<OpenedPage>;
  createPerson(username: string, roleList?: readonly string[]): Promise<Person>;
  createPersonWithAddress(username: string): Promise<Person & { readonly address: string }>;
  /** Ends the server and starts it again at the same address. */
  restart(): Promise<void>;
}

export interface SiteOptions {
  /** Has a proxy with TLS serve everything below this path. */
  readonly prefix?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** By these every file runs against a server of another kind; CONTRIBUTING.md names them. */
const { KEELSON_CONSOLE_PREFIX: askedPrefix, KEELSON_CONSOLE_ERROR_STATUS: askedStatus } = process.env;

/** Describes tests of the console; they are skipped where no browser is. */
export function describeConsole(
  name: string,
  tests: (site: ConsoleSite) => void,
  { prefix = askedPrefix, environment = {} }: SiteOptions = {},
): void {
  describe.skipIf(browserProgram === undefined)(name, { timeout: BROWSER_TIMEOUT_MS }, () => {
    const secretKeys = makeSecretKeys();
    let external: ExternalDatabase;
    let proxy: TlsProxy | null = null;
    let server: ServerProcess;
    let admin: Person;
    let browser: Browser;

    const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
      server = await startConsole({
        databaseUrl: external.url,
        environment: {
          KEELSON_SECRET_KEYS: secretKeys,
          ...(askedStatus === undefined ? {} : { KEELSON_ERROR_STATUS: askedStatus }),
          ...(proxy === null ? {} : { KEELSON_PUBLIC_URL: proxy.url, KEELSON_TRUSTED_PROXIES: '127.0.0.1' }),
          ...environment,
          ...more,
        },
      });
      proxy?.leadTo(server.url);
      admin = await signInAdmin(server.url);
    };
    beforeAll(async () => {
      external = await createExternalDatabase();
      if (prefix !== undefined) proxy = await startTlsProxy(prefix);
      await start();
      browser = await openBrowser(proxy === null ? [] : PROXY_FLAGS);
    }, BROWSER_TIMEOUT_MS);
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
      await proxy?.stop();
      await external?.close();
    });

    const url = (): string => proxy?.url ?? server.url;
    const mailbox = (): Mailbox => createMailbox(external.database, secretKeys);
    tests({
      get url() {
        return url();
      },
      get serverUrl() {
        return server.url;
      },
      get proxy() {
        return proxy;
      },
      get admin() {
        return admin;
      },
      get browser() {
        return browser;
      },
      get mailbox() {
        return mailbox();
      },
      get databaseUrl() {
        return external.url;
      },
      secretKeys,
      openPage: (options) => openPage(browser, url(), options),
      openAs: (...where) => openAs(browser, url(), ...where),
      createPerson: (username, roleList) => createPerson(admin, server.url, username, roleList),
      createPersonWithAddress: (username) =>
        createPersonWithAddress({ url: server.url, admin, mailbox: mailbox(), name: () => username }),
      async restart() {
        const listen = new URL(server.url).host;
        await server.stop();
        await start({ KEELSON_LISTEN: listen });
      },
    });
  });
}
