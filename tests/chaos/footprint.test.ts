// Measures what the program takes of a machine: memory of the server with its database, idle and after work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { straightThrough } from '../support/models.ts';
import { type Person, signInAdmin } from '../support/people.ts';
import { familyOf, memoryOfFamily } from '../support/process-group.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';

/**
 * 350 MiB are for the whole group; npm itself stays in memory beside it with 75. With all ten modules it takes some 257 once the server
 * has given back what its start took.
 */
const MEMORY_BYTES_MAX = (350 - 75 - 10) * 1_048_576;
/** The server gives memory back when it has nothing to do; a busy machine lets it wait. */
const GIVEN_BACK_MS = 20_000;
const STARTS = 500;
const AT_ONCE = 10;

let directory: string;
let server: ServerProcess;
let admin: Person;
beforeAll(async () => {
  directory = makeDataDirectory();
  server = await startServerProcess({ directory });
  admin = await signInAdmin(server.url);
});
afterAll(async () => {
  await server?.stop();
  removeDataDirectory(directory);
});

describe.runIf(process.platform === 'linux')('the memory of server and database', () => {
  it('stays within what a small machine has, after five hundred processes too', async () => {
    const memory = () => memoryOfFamily(server.pid);
    expect(familyOf(server.pid).length).toBeGreaterThan(3);
    await expect.poll(memory, { timeout: GIVEN_BACK_MS }).toBeLessThan(MEMORY_BYTES_MAX);
    const files = { xmlFile: [{ fileName: 'a.bpmn', bytes: straightThrough('work') }] };
    await admin.sure.bpmnEngine.deploy({ files });
    const params = { processDefinitionKey: 'work' };
    for (let count = 0; count < STARTS; count += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => admin.sure.bpmnEngine.startProcessInstanceByKey({ params })),
      );
    }
    await expect.poll(memory, { timeout: GIVEN_BACK_MS }).toBeLessThan(MEMORY_BYTES_MAX);
  });
});
