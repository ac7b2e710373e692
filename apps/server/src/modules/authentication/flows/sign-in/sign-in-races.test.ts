// Races sign-ins whose password is being checked against what shuts their user out: no session survives, whoever is first.
import type { SvcTenantModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMails } from '../../../../testing/mail-queue.ts';
import {
  call,
  createActiveUser,
  eventually,
  login,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

const ROUNDS = 12;
const SIGN_INS = 3;
const TIMEOUT_MS = 60_000;
const TENANT = 'west';

let server: TestServer;
let admin: string;
let tenantUuid: string;

beforeAll(async () => {
  // Refused sign-ins would ask the next ones for a captcha; a hash takes its time, as what shuts out comes meanwhile.
  server = await startDirectory({ passwordCost: 'full', settings: { 'auth.captcha.mode': 'OFF' } });
  admin = await signInAdmin(server);
  const body = { identifier: TENANT, name: 'West' };
  const made = await call<SvcTenantModel>(server, 'POST', '/tenants', { token: admin, body });
  tenantUuid = made.body.uuid;
});
afterAll(() => server.stop());

const post = (path: string, body?: object) =>
  call(server, 'POST', path, { token: admin, ...(body === undefined ? {} : { body }) });

/** Describes what shuts a user out, ready to be done at once. */
interface Ending {
  prepare(user: {
    readonly uuid: string;
    readonly username: string;
  }): Promise<() => Promise<{ readonly status: number }>>;
  undo(): Promise<unknown>;
}

const endings: readonly (readonly [string, Ending])[] = [
  [
    'the user is deactivated',
    {
      prepare:
        async ({ uuid }) =>
        () =>
          post(`/users/deactivate/by-uuid/${uuid}`),
      undo: async () => undefined,
    },
  ],
  [
    'the tenant is deactivated',
    {
      prepare: async () => () => post(`/tenants/deactivate/by-uuid/${tenantUuid}`),
      undo: () => post(`/tenants/activate/by-uuid/${tenantUuid}`),
    },
  ],
  [
    'the password is reset',
    {
      async prepare({ uuid, username }) {
        const address = `${username}@example.com`;
        await query(
          server,
          'UPDATE auth_user SET email = $2, email_folded = $2, email_verified = true WHERE uuid = $1',
          [uuid, address],
        );
        await post(`/users/send-password-reset/by-uuid/${uuid}`);
        const mails = await eventually(
          async () => (await readMails(server, 'auth.password-reset')).filter((mail) => mail.address === address),
          (found) => found.length > 0,
        );
        const body = { resetToken: mails[0]?.token ?? '', newPassword: 'seven otters under the bridge' };
        return () => call(server, 'POST', '/auth/password/reset', { body });
      },
      undo: async () => undefined,
    },
  ],
];

describe.each(endings)('session 31: raced against sign-ins while %s', (name, { prepare, undo }) => {
  it(
    'no session survives',
    async () => {
      let begun = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const username = `racer-${name.replaceAll(' ', '-')}-${round}`;
        const user = await createActiveUser(server, admin, { username, tenantIdentifier: TENANT });
        const end = await prepare({ uuid: user.uuid, username });
        const signIns = Array.from({ length: SIGN_INS }, () =>
          login(server, username, USER_PASSWORD, { body: { tenantIdentifier: TENANT } }),
        );
        // The head start grows: from none to about as long as a hash takes.
        for (let step = 0; step < round; step++) await call(server, 'GET', '/auth/password-policy');
        // In the last round one gets through for certain, however slow the machine is.
        if (round === ROUNDS - 1) await Promise.race(signIns);
        expect((await end()).status).toBe(200);
        for (const { status, body } of await Promise.all(signIns)) {
          if (status !== 200) continue;
          begun++;
          expect((await call(server, 'GET', '/session', { token: body.token ?? '' })).status).toBe(401);
        }
        await undo();
      }
      // Sign-ins that never got through would prove nothing.
      expect(begun).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
