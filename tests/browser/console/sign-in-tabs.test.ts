// Signs in too late, and in two tabs at once, in a real browser.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import { codeIn } from '../../support/mailbox.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { fillSignIn } from './console-page.ts';
import { describeConsole } from './console-site.ts';

const CODE_MAIL = 'auth.login-code';
/** A sign-in waits for its code for ten minutes. */
const TOO_LATE = 'PT11M';

describeConsole(
  'a sign-in that takes its time',
  (site) => {
    const arrives = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const answer = async (page: Page, code: string): Promise<void> => {
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.getByRole('button', { name: 'Continue' }).click();
    };

    const answerByRecovery = async (page: Page, code: string): Promise<void> => {
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await answer(page, code);
    };

    it('console 2: two tabs stand at the code of one person; both finish, and the first goes on with the token of the second', async () => {
      const person = await site.createPerson('twice');
      const { body: begun } = await person.sure.authentication.beginTotp({ body: {} });
      const app = createAuthenticator(begun.secret);
      const { body } = await person.sure.authentication.confirmTotp({
        body: { factorUuid: begun.factorUuid, code: await app.code() },
      });
      const { page: first, faults, close } = await site.openPage();
      const second = await first.context().newPage();
      for (const page of [first, second]) {
        await page.goto(`${site.url}/sign-in`);
        await fillSignIn(page, 'twice', PERSON_PASSWORD);
        await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
      }
      await answer(second, await app.code());
      await arrives(second);
      await answerByRecovery(first, body.recoveryCodeList![0]!);
      await arrives(first);
      await second.getByRole('banner').getByRole('link', { name: 'Inbox' }).click();
      await second.getByText('Nothing is here.').waitFor();

      // Whoever signs in anew while there is a session closes that one: its token is rotated.
      const earlier = (await first.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
      await first.goto(`${site.url}/sign-in`);
      await fillSignIn(first, 'twice', PERSON_PASSWORD);
      await answerByRecovery(first, body.recoveryCodeList![1]!);
      await arrives(first);
      // What is on its way with the token of before is refused, and sent once more with the one that the cookie holds by now.
      const statuses: number[] = [];
      await second.route('**/polling/announcement/page', async (route) => {
        const headers = {
          ...(await route.request().allHeaders()),
          ...(statuses.length === 0 ? { cookie: earlier } : {}),
        };
        const response = await route.fetch({ headers });
        statuses.push(response.status());
        await route.fulfill({ response });
      });
      await second.getByRole('button', { name: 'Refresh' }).click();
      await expect.poll(() => statuses).toEqual([401, 200]);
      await second.getByText('Nothing is here.').waitFor();
      expect(await second.getByRole('dialog').count()).toBe(0);
      expect(faults).toEqual([]);
      await close();
    });

    it('console 2: a code that comes too late leads back to the name, which is kept, and says why; then the sign-in goes on', async () => {
      const person = await site.createPersonWithAddress('late');
      await person.sure.authentication.setEmailFactor({ body: { enabled: true } });
      const { page, faults, close } = await site.openPage();
      await page.goto(`${site.url}/sign-in`);
      await fillSignIn(page, 'late', PERSON_PASSWORD);
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
      const first = codeIn(await site.mailbox.newest(person.address, CODE_MAIL));
      await site.admin.sure.bpmnEngine.advanceTestClock({ body: { by: TOO_LATE } });
      await answer(page, first);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByRole('alert').getByText('The sign-in cannot be continued. Please start again.').waitFor();
      expect(await page.getByLabel('Username').inputValue()).toBe('late');
      await page.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
      const second = codeIn(await site.mailbox.newest(person.address, CODE_MAIL));
      expect(second).not.toBe(first);
      await answer(page, second);
      await arrives(page);
      expect(faults).toEqual([]);
      await close();
    });
  },
  { environment: { KEELSON_TEST_MODE: 'true' } },
);
