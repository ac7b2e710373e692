// Arranges what the examples of mail servers need: one that the administrator has added.
import type { Arrange, ExampleWorld } from './given.ts';

let made = 0;

const toBeProvider: Arrange = ({ admin }) => {
  made += 1;
  return { as: admin, values: { providerCode: `office-relay-${made}`, username: admin.username } };
};

/** It is disabled: the mails of the other examples are captured. */
async function provider({ admin }: ExampleWorld) {
  made += 1;
  const providerCode = `office-relay-${made}`;
  const login = { username: 'suite@mail.example', password: 'not the password of anybody' };
  const { body } = await admin.sure.mailNotification.saveProvider({
    body: { code: providerCode, name: 'Relay of the office', host: 'smtp.mail.example', ...login, enabled: false },
  });
  return { as: admin, values: { provider: body.uuid, providerCode, username: admin.username } };
}

/** Somebody whose address is known may send himself a mail. */
const withAddress: Arrange = async ({ admin }) => {
  const { body } = await admin.sure.authentication.getUserByUsername({ params: { username: admin.username } });
  if (body.email === null) {
    const { uuid, version } = body;
    await admin.sure.authentication.updateUser({ body: { uuid, version, email: `${admin.username}@mail.example` } });
  }
  return { as: admin, values: {} };
};

export const providerGivens = {
  saveProvider: toBeProvider,
  updateProvider: provider,
  getProvider: provider,
  deleteProvider: provider,
  queryProviderPage: provider,
  verifyProvider: provider,
  sendTest: withAddress,
} satisfies Readonly<Record<string, Arrange>>;
