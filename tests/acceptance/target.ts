// The server under test: the one that KEELSON_ACCEPTANCE_URL names, or one that is started for the test file alone.
import { type Person, signInAdmin } from '../support/people.ts';
import { makeDataDirectory, removeDataDirectory, startServerProcess } from '../support/server-process.ts';

export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  readonly admin: Person;
  /** A name that nothing on this server has yet. */
  name(stem: string): string;
  stop(): Promise<void>;
}

const given = process.env.KEELSON_ACCEPTANCE_URL;

/** Whether tests may say how their server is configured. */
export const ownServer = given === undefined || given === '';

/** With the administrator's password in KEELSON_ACCEPTANCE_PASSWORD where the server is given. */
export async function startTarget(environment: Readonly<Record<string, string>> = {}): Promise<Target> {
  const run = Date.now().toString(36);
  let made = 0;
  const name = (stem: string): string => {
    made += 1;
    return `${stem}-${run}-${made}`;
  };
  if (given !== undefined && given !== '') {
    const url = given.replace(/\/+$/, '');
    return { url, admin: await signInAdmin(url), name, stop: async () => undefined };
  }
  const directory = makeDataDirectory();
  try {
    const server = await startServerProcess({ directory, environment });
    const stop = async (): Promise<void> => {
      await server.stop();
      removeDataDirectory(directory);
    };
    return { url: server.url, admin: await signInAdmin(server.url), name, stop };
  } catch (error) {
    removeDataDirectory(directory);
    throw error;
  }
}
