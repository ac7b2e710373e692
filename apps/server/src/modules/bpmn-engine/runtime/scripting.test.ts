// Proves that scripts of one tenant stop those of no other one, and that a command with many branches stands in nobody's way.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLanes } from '../../../kernel/worker/lanes.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, deployed, END, START } from '../testing/driven-process.ts';
import { startEngine, startPath } from '../testing/engine-server.ts';
import { createScripting } from './scripting.ts';

/** More than may wait of one tenant, were each branch counted. */
const BRANCHES = 250;

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

it('bpmn-engine 35: scripts that never end hold up their own tenant alone', async () => {
  const scripting = createScripting({ log: server.kernel.log, lanes: createLanes() });
  const ask = (tenant: string, source: string) =>
    scripting.answerQuestion(tenant, { elementId: 'script', language: 'javascript', source, variables: {} }, 0);
  let ended = 0;
  const endless = Promise.allSettled(
    Array.from({ length: 6 }, () => ask('acme', 'while (true);').finally(() => (ended += 1))),
  );
  try {
    expect(await ask('globex', '1 + 1')).toMatchObject({ value: 2 });
    expect(ended).toBe(0);
  } finally {
    await scripting.close();
  }
  for (const end of await endless) {
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  }
});

it('a command waits for the scripts of all its branches, however many they are', async () => {
  const branches =
    '<scriptTask id="count" scriptFormat="javascript"><multiInstanceLoopCharacteristics>' +
    `<loopCardinality>${BRANCHES}</loopCardinality></multiInstanceLoopCharacteristics><script>1</script></scriptTask>`;
  const { key } = await deployed(admin, chained([START, branches, END]));
  const { body } = await admin.post(`${startPath}/${key}`, {});
  expect(body).toMatchObject({ endState: 'COMPLETED' });
});
