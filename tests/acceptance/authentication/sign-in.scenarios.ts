// Plays the scenarios of signing in and out: the steps of a sign-in, captchas, proving again who is calling.

import { expect } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import { activationTokenOf, PERSON_PASSWORD, personOf, signIn } from '../../support/people.ts';
import type { Scenario, World } from '../world.ts';
import { enrol } from './enrolled.ts';

const NEW_PASSWORD = 'nine herons over a frozen weir';

/** Signs somebody in whose tenant asks for a second factor that he does not have; answers what names the sign-in. */
async function atEnrollment(as: Parameters<Scenario>[0], world: World): Promise<string> {
  const { identifier, deputy, somebody } = await world.ownTenant();
  const { username } = await somebody();
  const policy = { code: 'auth.mfa.policy', scope: 'TENANT', value: 'REQUIRED' } as const;
  await deputy.sure.systemSetting.setValue({ body: policy });
  const { body } = await as(null).authentication.login({
    body: { username, password: PERSON_PASSWORD, tenantIdentifier: identifier },
  });
  return body.verificationIdentifier ?? '';
}

export const signInScenarios: Readonly<Record<string, Scenario>> = {
  'authentication login': async (as, { workerName }) => {
    const { body } = await as(null).authentication.login({ body: { username: workerName, password: PERSON_PASSWORD } });
    expect(body).toMatchObject({ status: 'AUTHENTICATED', tokenType: 'Bearer', username: workerName });
    expect(body.token).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
  },
  'authentication logout': async (as, { worker }) => {
    for (const [input, status] of [[{ query: { redirectUrl: '/docs' } }, 302] as const, [{}, 200] as const]) {
      const person = await worker();
      expect((await as(person).authentication.logout(input)).status).toBe(status);
      expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    }
  },
  'authentication logoutPost': async (as, { worker }) => {
    const person = await worker();
    const { body } = await as(person).authentication.logoutPost({ body: { redirectUrl: '/docs?from=here' } });
    expect(new URL(body.redirectUrl ?? '', 'http://here.example').pathname).toBe('/docs');
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    const away = await as(null).authentication.logoutPost({ body: { redirectUrl: 'https://evil.example' } });
    expect(away.body.redirectUrl).toBeNull();
  },
  'authentication activate': async (as, { url, admin, name }) => {
    const { body } = await admin.sure.authentication.createUser({ body: { username: name('new') } });
    const activationToken = activationTokenOf(body.activationLink);
    await as(null).authentication.activate({ body: { activationToken, newPassword: PERSON_PASSWORD } });
    expect((await signIn(url, body.username)).username).toBe(body.username);
  },
  'authentication completeLoginWithCode': async (as, world) => {
    const { username, authenticator } = await enrol(world);
    const { body: first } = await as(null).authentication.login({ body: { username, password: PERSON_PASSWORD } });
    expect(first).toMatchObject({
      status: 'VERIFICATION_REQUIRED',
      token: null,
      verificationType: 'TOTP',
      verificationTypeList: ['TOTP', 'RECOVERY_CODE'],
    });
    const { body } = await as(null).authentication.completeLoginWithCode({
      body: { verificationIdentifier: first.verificationIdentifier ?? '', code: await authenticator.code() },
    });
    expect(body).toMatchObject({ status: 'AUTHENTICATED', username, assuranceLevel: 'AAL2' });
    expect((await personOf(world.url, username, body.token ?? '').sure.session.get()).status).toBe(200);
  },
  'authentication completeLoginWithNewPassword': async (as, { url, admin, somebody }) => {
    const { username } = await somebody();
    const { body: user } = await admin.sure.authentication.getUserByUsername({ params: { username } });
    await admin.sure.authentication.updateUser({
      body: { uuid: user.uuid, version: user.version, passwordChangeRequired: true },
    });
    const { body: first } = await as(null).authentication.login({ body: { username, password: PERSON_PASSWORD } });
    expect(first).toMatchObject({ status: 'PASSWORD_CHANGE_REQUIRED', token: null, passwordPolicy: { minLength: 15 } });
    const { body } = await as(null).authentication.completeLoginWithNewPassword({
      body: { verificationIdentifier: first.verificationIdentifier ?? '', newPassword: NEW_PASSWORD },
    });
    expect(body).toMatchObject({ status: 'AUTHENTICATED', username });
    expect((await signIn(url, username, NEW_PASSWORD)).username).toBe(username);
  },
  'authentication reauthenticate': async (as, { url, somebody }) => {
    const person = await somebody();
    const { body } = await as(person).authentication.reauthenticate({ body: { password: PERSON_PASSWORD } });
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    const expiry = await personOf(url, person.username, body.token ?? '').sure.session.expiry();
    expect(expiry.body).toMatchObject({ fresh: true, expiryDate: body.expiryDate });
  },
  'authentication beginEnrollment': async (as, world) => {
    const verificationIdentifier = await atEnrollment(as, world);
    const { body } = await as(null).authentication.beginEnrollment({ body: { verificationIdentifier } });
    expect(body.otpauthUri).toContain(`secret=${body.secret}`);
    // No other half-done sign-in lets one in.
    const { username } = await enrol(world);
    const { body: other } = await as(null).authentication.login({ body: { username, password: PERSON_PASSWORD } });
    const refused = as(null).authentication.beginEnrollment({
      body: { verificationIdentifier: other.verificationIdentifier ?? '' },
    });
    await expect(refused).rejects.toMatchObject({ code: 'AUTH_VERIFICATION_EXPIRED' });
  },
  'authentication completeLoginWithEnrollment': async (as, world) => {
    const verificationIdentifier = await atEnrollment(as, world);
    const { body: begun } = await as(null).authentication.beginEnrollment({ body: { verificationIdentifier } });
    // A secret of one's own choice is no factor of the user.
    const own = await createAuthenticator('A'.repeat(32)).code();
    const refused = as(null).authentication.completeLoginWithEnrollment({
      body: { verificationIdentifier, code: own },
    });
    await expect(refused).rejects.toMatchObject({ code: 'AUTH_CODE_INVALID' });
    const code = await createAuthenticator(begun.secret).code();
    const { body } = await as(null).authentication.completeLoginWithEnrollment({
      body: { verificationIdentifier, code },
    });
    expect(body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL2' });
    expect(body.recoveryCodeList).toHaveLength(10);
  },
  'authentication getCaptchaImageString': async (as) => {
    const { body, headers } = await as(null).authentication.getCaptchaImageString();
    expect(body).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toContain(`svc-captcha=${headers.get('x-svc-captcha-identifier')}`);
    expect(headers.get('cache-control')).toBe('no-store');
  },
  'authentication createCaptcha': async (as) => {
    const { body: image } = await as(null).authentication.createCaptcha();
    expect(image).toMatchObject({ type: 'IMAGE', challenge: null });
    expect(image.imageString).toMatch(/^data:image\/png;base64,/);
    const { body: puzzle } = await as(null).authentication.createCaptcha({ body: { type: 'PROOF_OF_WORK' } });
    expect(puzzle).toMatchObject({ type: 'PROOF_OF_WORK', imageString: null });
    expect(puzzle.challenge).not.toBeNull();
    expect(puzzle.captchaIdentifier).not.toBe(image.captchaIdentifier);
  },
  'authentication listDevices': async (as, { somebody }) => {
    const { body } = await as(await somebody()).authentication.listDevices();
    expect(body).toHaveLength(1);
    expect(body).toMatchObject([{ ipAddress: '127.0.0.1', rememberedUntilDate: null }]);
  },
  'authentication removeDevice': async (as, { somebody }) => {
    const person = await somebody();
    const [device] = (await person.sure.authentication.listDevices()).body;
    await as(person).authentication.removeDevice({ params: { uuid: device?.uuid ?? '' } });
    expect((await person.sure.authentication.listDevices()).body).toEqual([]);
  },
  'authentication queryLoginEventPageByUser': async (as, { somebody }) => {
    const person = await somebody();
    await person.client.authentication.login({
      body: { username: person.username, password: 'not the password at all' },
    });
    const { body } = await as(person).authentication.queryLoginEventPageByUser({
      body: { kindList: ['authentication.login-succeeded', 'authentication.login-failed'] },
    });
    expect(body).toMatchObject({
      totalElements: 2,
      data: [
        { kind: 'authentication.login-failed', ipAddress: '127.0.0.1' },
        { kind: 'authentication.login-succeeded', username: person.username, reason: null },
      ],
    });
  },
  'authentication queryLoginEventPage': async (as, { admin, somebody }) => {
    const { username, sure } = await somebody();
    await sure.authentication.logout();
    const { body } = await as(admin).authentication.queryLoginEventPage({
      body: { username: username.toUpperCase(), kindList: ['authentication.logged-out'] },
    });
    expect(body).toMatchObject({ totalElements: 1, data: [{ username, actorUsername: username }] });
  },
};
