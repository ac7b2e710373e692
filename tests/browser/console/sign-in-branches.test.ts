// Signs in through every branch that a sign-in has, in a real browser; runs only where KEELSON_BROWSER names one.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadSecretKeys } from '../../../apps/server/src/kernel/secrets/secret-keys.ts';
import { createCaptchaSeal } from '../../../apps/server/src/modules/authentication/guessing/captcha/captcha-identifier.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { codeIn } from '../../support/mailbox.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { fillSignIn, type OpenedPage } from './console-page.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const CODE_MAIL = 'auth.login-code';
const WRONG = 'not the password at all';

describeConsole('the branches of a sign-in', (site) => {
  beforeAll(async () => {
    const values = [{ code: 'auth.email-code.resend-wait', value: 10, reason: 'so that a test waits no longer' }];
    await site.admin.sure.systemSetting.setValues({ body: values });
  }, BROWSER_TIMEOUT_MS);

  const openSignIn = async (): Promise<OpenedPage> => {
    const opened = await site.openPage();
    await opened.page.goto(`${site.url}/sign-in`);
    return opened;
  };
  const arrives = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const fail = async (page: Page, username: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const answer = page.waitForResponse('**/auth/login');
      await fillSignIn(page, username, WRONG);
      await answer;
      await page.getByRole('alert').waitFor();
    }
  };

  it('console 2: after failures the device answers a captcha by itself, and the right password signs in', async () => {
    const { username } = await site.createPerson('quick');
    const { page, faults, close } = await openSignIn();
    await fail(page, username, 3);
    const puzzle = page.waitForRequest('**/auth/captcha');
    await fillSignIn(page, username, PERSON_PASSWORD);
    expect((await puzzle).postDataJSON()).toEqual({ type: 'PROOF_OF_WORK' });
    await arrives(page);
    await page.getByRole('alert').getByText('failed since then: 3.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 2: who wishes so answers a picture; a wrong answer brings another one', async () => {
    const { username } = await site.createPerson('reader');
    const seal = createCaptchaSeal(loadSecretKeys({ environmentValue: site.secretKeys }));
    const { page, faults, close } = await openSignIn();
    await fail(page, username, 4);
    const shown = async (act: () => Promise<void>): Promise<string> => {
      const answered = page.waitForResponse('**/auth/captcha');
      await act();
      const { body } = (await (await answered).json()) as { body: { captchaIdentifier: string } };
      return seal.open(body.captchaIdentifier)!.answer;
    };
    const first = await shown(() => page.getByRole('button', { name: 'Answer a picture instead' }).click());
    await page.getByRole('img', { name: 'Picture with six characters' }).waitFor();
    await page.getByLabel('What the picture says').fill(first === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
    const second = await shown(() => fillSignIn(page, username, PERSON_PASSWORD));
    await page.getByRole('alert').waitFor();
    await page.getByLabel('What the picture says').fill(second.toLowerCase());
    await fillSignIn(page, username, PERSON_PASSWORD);
    await arrives(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 2: a code by mail is sent again after its wait, and the newest one signs in', async () => {
    const person = await site.createPersonWithAddress('invited');
    await person.sure.authentication.setEmailFactor({ body: { enabled: true } });
    const { page, faults, close } = await openSignIn();
    await fillSignIn(page, person.username, PERSON_PASSWORD);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    const first = codeIn(await site.mailbox.newest(person.address, CODE_MAIL));
    const again = page.getByRole('button', { name: /^Send the code again/ });
    expect(await again.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Send the code again', exact: true }).click();
    await page.getByText('A new code is on its way.').waitFor();
    const second = codeIn(await site.mailbox.newest(person.address, CODE_MAIL));
    expect(second).not.toBe(first);
    await page.getByLabel('Code', { exact: true }).fill(second);
    await page.getByRole('button', { name: 'Continue' }).click();
    await arrives(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 2: a password that has to be replaced is, with the reasons of a refused one', async () => {
    const { username } = await site.createPerson('renewer');
    const { body } = await site.admin.sure.authentication.getUserByUsername({ params: { username } });
    const { uuid, version } = body;
    await site.admin.sure.authentication.updateUser({ body: { uuid, version, passwordChangeRequired: true } });
    const { page, faults, close } = await openSignIn();
    await fillSignIn(page, username, PERSON_PASSWORD);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Use at least 15 characters').waitFor();
    await page.getByLabel('New password').fill('another lake beneath nine hills');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await arrives(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 2: a name with too many failures is locked, and the page tells for how long', async () => {
    const { page, close } = await openSignIn();
    const username = 'nobody';
    await fail(page, username, 10);
    await fillSignIn(page, username, WRONG);
    await page.getByRole('alert').getByText('You can try again in').waitFor();
    await close();
  });

  it('console 2: who must have a second factor sets it up while signing in, and keeps the recovery codes', async () => {
    const { username } = await site.createPerson('enroller');
    const required = [{ code: 'auth.mfa.policy', value: 'REQUIRED', reason: 'everybody needs a second factor' }];
    await site.admin.sure.systemSetting.setValues({ body: required });
    const { page, faults, close } = await openSignIn();
    await fillSignIn(page, username, PERSON_PASSWORD);
    await page.getByRole('heading', { name: 'Set up your authenticator app' }).waitFor();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const app = createAuthenticator(await page.locator('code').innerText());
    await page.getByLabel('Code', { exact: true }).fill(await app.code());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await arrives(page);
    expect(faults).toEqual([]);
    await close();
  });
});
