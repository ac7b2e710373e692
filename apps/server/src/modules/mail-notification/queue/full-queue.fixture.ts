// Has the queue of a test's server count as full: far more mails wait than anybody could make for a test.
import { type MockInstance, vi } from 'vitest';
import type { TemplateServer } from '../template-server.fixture.ts';

const WAITING = 5_000_001;

/** Holds until the spy is restored. The server must not have counted yet: its count is asked for every five seconds. */
export function fillQueue({ kernel: { database } }: Pick<TemplateServer, 'kernel'>): MockInstance {
  const rows = database.rows.bind(database);
  return vi.spyOn(database, 'rows').mockImplementation((statement, values) => {
    const isCount = 'name' in statement && statement.name === 'mail_count_up_to';
    return isCount ? Promise.resolve([{ number: WAITING }] as never) : rows(statement, values);
  });
}
