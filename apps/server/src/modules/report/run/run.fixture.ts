// Holds up runs of reports for tests: their queries wait for a lock of their table, their files for one of the content store.
import type { RunServer } from '../execution/execution.fixture.ts';

/** A report on it waits while `mail` is locked; nothing else of a test does. */
export const mailsReport = {
  query: { dataSetCode: 'mails', orderByList: [{ column: 'dateCreated', direction: 'ASC' }] },
};

/** Runs the work while the table is locked. */
export function whileLocked<T>(
  server: RunServer,
  table: 'mail' | 'kernel_content',
  work: () => Promise<T>,
): Promise<T> {
  return server.database.database.transaction(async (tx) => {
    await tx.execute({ name: '', text: `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE` });
    return work();
  });
}
