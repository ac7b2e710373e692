// Begins and ends what every test of the console needs: a server with its pages, its administrator, and a browser.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { createPersonWithAddress } from '../../acceptance/world.ts';
import { createExternalDatabase, type ExternalDatabase } from '../../support/database-url.ts';
import { createMailbox, type Mailbox } from '../../support/mailbox.ts';
import { createPerson, type Person, signInAdmin } from '../../support/people.ts';
import { makeSecretKeys, type ServerProcess } from '../../support/server-process.ts';
import { browserProgram, openBrowser } from '../chromium.ts';
import { type OpenedPage, openAs, openPage, startConsole } from './console-page.ts';

/** A test of many pages takes its time on a busy machine, and so does the first build of the pages. */
export const BROWSER_TIMEOUT_MS = 120_000;

/** Stands for the whole describe; its server is there once the tests, and the `beforeAll` of their file, begin. */
export interface ConsoleSite {
  /** Has no trailing slash. */
  readonly url: string;
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

/** Describes tests of the console; they are skipped where no browser is. */
export function describeConsole(
  name: string,
  tests: (site: ConsoleSite) => void,
  environment: Readonly<Record<string, string>> = {},
): void {
  describe.skipIf(browserProgram === undefined)(name, { timeout: BROWSER_TIMEOUT_MS }, () => {
    const secretKeys = makeSecretKeys();
    let external: ExternalDatabase;
    let server: ServerProcess;
    let admin: Person;
    let browser: Browser;

    const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
      server = await startConsole({
        databaseUrl: external.url,
        environment: { KEELSON_SECRET_KEYS: secretKeys, ...environment, ...more },
      });
      admin = await signInAdmin(server.url);
    };
    beforeAll(async () => {
      external = await createExternalDatabase();
      await start();
      browser = await openBrowser();
    }, BROWSER_TIMEOUT_MS);
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
      await external?.close();
    });

    const mailbox = (): Mailbox => createMailbox(external.database, secretKeys);
    tests({
      get url() {
        return server.url;
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
      openPage: (options) => openPage(browser, server.url, options),
      openAs: (...where) => openAs(browser, server.url, ...where),
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
