// Plays the scenarios of what travels by mail, links and codes; they run where the mails of the server can be read.
import { expect } from 'vitest';
import { codeIn, type Mailbox, tokenIn } from '../../support/mailbox.ts';
import { PERSON_PASSWORD, personOf, signIn } from '../../support/people.ts';
import type { Scenario, World } from '../world.ts';

const NEW_PASSWORD = 'nine herons over a frozen weir';

function mailboxOf({ mailbox }: World): Mailbox {
  if (mailbox === null) throw new Error('the mails of this server cannot be read');
  return mailbox;
}

export const mailedScenarios: Readonly<Record<string, Scenario>> = {
  'authentication forgotPassword': async (as, world) => {
    const { username, address } = await world.somebodyWithAddress();
    await as(null).authentication.forgotPassword({ body: { username } });
    await as(null).authentication.forgotPassword({ body: { username: world.name('nobody') } });
    expect(tokenIn(await mailboxOf(world).newest(address, 'auth.password-reset'))).toMatch(/^.{43}$/);
  },
  'authentication resetPassword': async (as, world) => {
    const person = await world.somebodyWithAddress();
    await person.sure.authentication.forgotPassword({ body: { username: person.username } });
    const resetToken = tokenIn(await mailboxOf(world).newest(person.address, 'auth.password-reset'));
    await as(null).authentication.resetPassword({ body: { resetToken, newPassword: NEW_PASSWORD } });
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    expect((await signIn(world.url, person.username, NEW_PASSWORD)).username).toBe(person.username);
    const again = as(null).authentication.resetPassword({ body: { resetToken, newPassword: PERSON_PASSWORD } });
    await expect(again).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED' });
  },
  'authentication sendReset': async (as, world) => {
    const { username, address } = await world.somebodyWithAddress();
    const { body: user } = await world.admin.sure.authentication.getUserByUsername({ params: { username } });
    expect((await as(world.admin).authentication.sendReset({ params: { uuid: user.uuid } })).body).toEqual({});
    expect(tokenIn(await mailboxOf(world).newest(address, 'auth.password-reset'))).toMatch(/^.{43}$/);
  },
  'authentication changeEmail': async (as, world) => {
    const person = await world.somebodyWithAddress();
    const email = `new-${person.address}`;
    await as(person).authentication.changeEmail({ body: { email } });
    expect(tokenIn(await mailboxOf(world).newest(email, 'auth.email-change'))).toMatch(/^.{43}$/);
    // Nothing changes before the link is used.
    expect((await person.sure.authentication.getCurrentUser()).body.email).toBe(person.address);
  },
  'authentication confirmEmail': async (as, world) => {
    const person = await world.somebody();
    const email = `${person.username}@mail.example`;
    await person.sure.authentication.changeEmail({ body: { email } });
    const token = tokenIn(await mailboxOf(world).newest(email, 'auth.email-change'));
    await as(null).authentication.confirmEmail({ body: { token } });
    const { body } = await person.sure.authentication.getCurrentUser();
    expect(body).toMatchObject({ email, emailVerified: true });
  },
};

/** The server must have been started in test mode. */
export const resentScenarios: Readonly<Record<string, Scenario>> = {
  'authentication resendCode': async (as, world) => {
    const { username, address, sure } = await world.somebodyWithAddress();
    await sure.authentication.setEmailFactor({ body: { enabled: true } });
    const { body: first } = await sure.authentication.login({ body: { username, password: PERSON_PASSWORD } });
    expect(first).toMatchObject({ status: 'VERIFICATION_REQUIRED', verificationType: 'EMAIL' });
    expect(first.maskedTarget).not.toContain(username);
    const verificationIdentifier = first.verificationIdentifier ?? '';
    // A minute lies between two mails.
    const soon = as(null).authentication.resendCode({ body: { verificationIdentifier } });
    await expect(soon).rejects.toMatchObject({ code: 'AUTH_RESEND_TOO_SOON' });
    await world.admin.sure.bpmnEngine.advanceTestClock({ body: { by: 'PT61S' } });
    const { body: sent } = await as(null).authentication.resendCode({ body: { verificationIdentifier } });
    await world.admin.sure.bpmnEngine.setTestClock({ body: { now: null } });
    expect(sent).toMatchObject({ status: 'VERIFICATION_REQUIRED', verificationIdentifier });
    const code = codeIn(await mailboxOf(world).newest(address, 'auth.login-code'));
    const { body } = await as(null).authentication.completeLoginWithCode({ body: { verificationIdentifier, code } });
    expect(body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL1' });
    expect((await personOf(world.url, username, body.token ?? '').sure.session.get()).status).toBe(200);
  },
};
