// Leaves an import as a process that died has left it: two files are done, and the row is held by nobody who lives.
import { randomUUID } from 'node:crypto';
import { type AdminServer, query } from '../admin-server.fixture.ts';

interface HeldImport {
  readonly id: number;
  /** Lets the program find the row, as it does when a process has died. */
  release(): Promise<void>;
}

export async function createTestHeld(server: AdminServer, files: readonly string[]): Promise<HeldImport> {
  const data = new FormData();
  files.forEach((text, index) => {
    data.append('files', new Blob([text]), `${index}.bpmn`);
  });
  const headers = { authorization: `Bearer ${server.admin}` };
  const answer = await fetch(`${server.url}/process/import`, { method: 'POST', headers, body: data });
  const { body } = (await answer.json()) as { body: { id: number } };
  const { id } = body;
  const hashes = await server.kernel.contents.put(files.map((text) => Buffer.from(text)));
  // The processes of the files that were not reached do not exist, and neither do their results.
  const codes = files.slice(2).map((text) => /process id="([^"]+)"/.exec(text)![1]!);
  for (const table of ['bpa_version', 'bpa_model', 'bpa_reference']) {
    await query(server, `DELETE FROM ${table} WHERE process_id IN (SELECT id FROM bpa_process WHERE code = ANY($1))`, [
      codes,
    ]);
  }
  await query(server, 'DELETE FROM bpa_process WHERE code = ANY($1)', [codes]);
  for (const [index, content] of hashes.entries()) {
    if (index < 2) continue;
    const number = index + 1;
    await query(server, 'UPDATE bpa_import_file SET result = NULL, content = $3 WHERE import_id = $1 AND number = $2', [
      id,
      number,
      content,
    ]);
  }
  await query(
    server,
    `UPDATE bpa_import SET state = 'RUNNING', leased_by = NULL, lease_token = $2, due_at = $3 WHERE id = $1`,
    [id, randomUUID(), new Date(server.clock.now() + 60_000)],
  );
  return {
    id,
    async release() {
      await query(server, 'UPDATE bpa_import SET due_at = $2 WHERE id = $1', [id, new Date(server.clock.now())]);
      server.jobs.find(({ name }) => name === 'bpa_import')?.wake();
    },
  };
}
