// Arranges what the examples of signing in and of second factors need: people at every step of a sign-in.
import { codeOf, mailedCode } from '../../apps/server/src/modules/authentication/steps/challenge.fixture.ts';
import { tokenIn } from '../support/mailbox.ts';
import { activationTokenOf, PERSON_PASSWORD, type Person, personOf } from '../support/people.ts';
import { type Arrange, asSomebody, type ExampleWorld } from './given.ts';

/** A code is good once, and each enrolment uses one. */
const STEP_MS = 30_000;
/** So long the server waits between two mails with a code. */
const RESEND_MS = 61_000;

/** Somebody with an authenticator app. */
async function enrol({ server, url, somebody }: ExampleWorld) {
  const { username, sure } = await somebody();
  const { body: totp } = await sure.authentication.beginTotp({ body: {} });
  const code = codeOf(server, totp.secret);
  const { body } = await sure.authentication.confirmTotp({ body: { factorUuid: totp.factorUuid, code } });
  server.clock.advance(2 * STEP_MS);
  return { person: personOf(url, username, body.token ?? ''), factor: totp.factorUuid, secret: totp.secret };
}

/** Gives the password; answers what the sign-in waits for. */
async function firstStep({ admin }: ExampleWorld, username: string, tenantIdentifier: string | null = null) {
  const { body } = await admin.sure.withToken(null).authentication.login({
    body: { username, password: PERSON_PASSWORD, tenantIdentifier },
  });
  if (body.verificationIdentifier === null) throw new Error(`the sign-in of ${username} asks for nothing more`);
  return body.verificationIdentifier;
}

async function userOf({ admin }: ExampleWorld, username: string) {
  return (await admin.sure.authentication.getUserByUsername({ params: { username } })).body;
}

async function atPasswordChange(world: ExampleWorld) {
  const person = await world.somebody();
  const { uuid, version } = await userOf(world, person.username);
  await world.admin.sure.authentication.updateUser({ body: { uuid, version, passwordChangeRequired: true } });
  return { as: null, values: { username: person.username, verification: await firstStep(world, person.username) } };
}

/** The policy of the tenant asks for a second factor, which this person does not have. */
async function atEnrollment(world: ExampleWorld) {
  const { identifier, somebody } = await world.ownTenant();
  const { username } = await somebody();
  world.server.settings.set('auth.mfa.policy', 'REQUIRED', identifier);
  return { username, tenantIdentifier: identifier, verification: await firstStep(world, username, identifier) };
}

const withLink =
  (templateCode: string, ask: (person: Person & { readonly address: string }, email: string) => Promise<unknown>) =>
  async (world: ExampleWorld) => {
    const person = await world.somebodyWithAddress();
    const email = `new-${person.address}`;
    await ask(person, email);
    const address = templateCode === 'auth.email-change' ? email : person.address;
    const mail = await world.mailbox!.newest(address, templateCode);
    return { as: null, values: { username: person.username, linkToken: tokenIn(mail) } };
  };

export const signInGivens = {
  login: async ({ somebody }: ExampleWorld) => ({
    as: null,
    values: { username: (await somebody()).username, password: PERSON_PASSWORD },
  }),
  logout: asSomebody,
  logoutPost: asSomebody,
  activate: async ({ admin, name }: ExampleWorld) => {
    const { body } = await admin.sure.authentication.createUser({ body: { username: name('ada') } });
    return { as: null, values: { linkToken: activationTokenOf(body.activationLink) } };
  },
  completeLoginWithCode: async (world: ExampleWorld) => {
    const { person, secret } = await enrol(world);
    const verification = await firstStep(world, person.username);
    return { as: null, values: { username: person.username, verification, code: codeOf(world.server, secret) } };
  },
  resendCode: async (world: ExampleWorld) => {
    const person = await world.somebodyWithAddress();
    await person.sure.authentication.setEmailFactor({ body: { enabled: true } });
    const verification = await firstStep(world, person.username);
    await mailedCode(world.server, person.username);
    world.server.clock.advance(RESEND_MS);
    return { as: null, values: { username: person.username, verification } };
  },
  completeLoginWithNewPassword: atPasswordChange,
  beginEnrollment: async (world: ExampleWorld) => ({ as: null, values: await atEnrollment(world) }),
  completeLoginWithEnrollment: async (world: ExampleWorld) => {
    const values = await atEnrollment(world);
    const { body } = await world.admin.sure.withToken(null).authentication.beginEnrollment({
      body: { verificationIdentifier: values.verification },
    });
    return { as: null, values: { ...values, code: codeOf(world.server, body.secret) } };
  },
  reauthenticate: async ({ somebody }: ExampleWorld) => {
    const person = await somebody();
    return { as: person, values: { username: person.username, password: PERSON_PASSWORD } };
  },
  forgotPassword: async ({ somebodyWithAddress }: ExampleWorld) => ({
    as: null,
    values: { username: (await somebodyWithAddress()).username },
  }),
  resetPassword: withLink('auth.password-reset', ({ sure, username }) =>
    sure.authentication.forgotPassword({ body: { username } }),
  ),
  changeEmail: async ({ somebody }: ExampleWorld) => {
    const person = await somebody();
    return { as: person, values: { email: `${person.username}@mail.example` } };
  },
  confirmEmail: withLink('auth.email-change', ({ sure }, email) =>
    sure.authentication.changeEmail({ body: { email } }),
  ),
};

const enrolled: Arrange = async (world) => {
  const { person, factor } = await enrol(world);
  return { as: person, values: { username: person.username, factor } };
};

export const ownFactorGivens = {
  listFactors: enrolled,
  removeFactor: enrolled,
  createRecoveryCodes: enrolled,
  resetFactors: async (world: ExampleWorld) => {
    const { person } = await enrol(world);
    return { as: world.admin, values: { user: (await userOf(world, person.username)).uuid } };
  },
  beginTotp: asSomebody,
  confirmTotp: async (world: ExampleWorld) => {
    const person = await world.somebody();
    const { body } = await person.sure.authentication.beginTotp({ body: {} });
    const values = { username: person.username, factor: body.factorUuid, code: codeOf(world.server, body.secret) };
    return { as: person, values };
  },
  setEmailFactor: async ({ somebodyWithAddress }: ExampleWorld) => {
    const person = await somebodyWithAddress();
    return { as: person, values: { username: person.username } };
  },
  listDevices: asSomebody,
  removeDevice: async ({ somebody }: ExampleWorld) => {
    const person = await somebody();
    const [device] = (await person.sure.authentication.listDevices()).body;
    return { as: person, values: { device: device!.uuid } };
  },
};
