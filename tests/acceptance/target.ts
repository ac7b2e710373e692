// Finds the server under test: the one that KEELSON_ACCEPTANCE_URL names, or one that is started for the test file alone.
import { createExternalDatabase } from '../support/database-url.ts';
import { createMailbox, type Mailbox } from '../support/mailbox.ts';
import { type Person, signInAdmin } from '../support/people.ts';
import { CHEAP_PROGRAM, makeSecretKeys, startServerProcess } from '../support/server-process.ts';

export interface Target {
  /** Opens what the server has sealed; null where the server is given. */
  readonly secretKeys: string | null;
  /** Has no trailing slash. */
  readonly url: string;
  readonly admin: Person;
  /** Is null where the server is given: nobody but their recipients can read its mails. */
  readonly mailbox: Mailbox | null;
  /** Answers a name that nothing on this server has yet. */
  name(stem: string): string;
  /** Stands in each of those names, behind the stem. */
  readonly run: string;
  stop(): Promise<void>;
}

const given = process.env.KEELSON_ACCEPTANCE_URL;

/** Tells whether tests may say how their server is configured. */
export const ownServer = given === undefined || given === '';

/** Takes the administrator's password from KEELSON_ACCEPTANCE_PASSWORD where the server is given. */
export async function startTarget(environment: Readonly<Record<string, string>> = {}): Promise<Target> {
  const run = Date.now().toString(36);
  let made = 0;
  const name = (stem: string): string => {
    made += 1;
    return `${stem}-${run}-${made}`;
  };
  if (given !== undefined && given !== '') {
    const url = given.replace(/\/+$/, '');
    return {
      url,
      admin: await signInAdmin(url),
      mailbox: null,
      secretKeys: null,
      name,
      run,
      stop: async () => undefined,
    };
  }
  const keys = makeSecretKeys();
  const { url: databaseUrl, database, close } = await createExternalDatabase('migrated');
  try {
    const server = await startServerProcess({
      databaseUrl,
      program: CHEAP_PROGRAM,
      environment: { KEELSON_SECRET_KEYS: keys, ...environment },
    });
    const stop = async (): Promise<void> => {
      await server.stop();
      await close();
    };
    const mailbox = createMailbox(database, keys);
    return { url: server.url, admin: await signInAdmin(server.url), mailbox, secretKeys: keys, name, run, stop };
  } catch (error) {
    await close();
    throw error;
  }
}
