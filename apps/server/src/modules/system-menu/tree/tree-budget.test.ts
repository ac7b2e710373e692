// Holds how often a tree asks the database: once, for what its reader keeps.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureStatements } from '../../../../../../tests/performance-budget/statement-costs.ts';
import { call, signInAdmin, startDirectory } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

it('a tree asks for nothing but what its reader keeps: one row', async () => {
  const { each, texts } = await measureStatements(server.database.database, /\bsystem_menu/, async () => {
    expect((await call(server, 'GET', '/menu-items/tree', { token: admin })).status).toBe(200);
  });
  expect(each, texts).toBe(1);
  expect(texts).toContain('system_menu_user_state');
});
