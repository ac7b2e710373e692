// Makes users who need no session of their own.
import type { PollingServer } from './polling-server.fixture.ts';

/** Answers their names. */
export async function createAccountsOf(server: PollingServer, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, n) => `told${n}`);
  for (const username of names) {
    const { status, text } = await server.as(server.admin, 'POST', '/users', { username });
    if (status !== 200) throw new Error(`the user was refused: ${text}`);
  }
  return names;
}
