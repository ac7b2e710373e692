// Meets every kind of failure at a server that sends all of them with the status 200, in a real browser.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { fillSignIn, type OpenedPage } from './console-page.ts';
import { describeConsole } from './console-site.ts';

/** A sign-in is locked after so many failures. */
const FAILURES = 10;

/** Lists the codes of the failures that a page was answered; throws nothing, whatever else comes. */
function failuresOf(page: Page): { readonly codes: string[]; readonly statuses: Set<number> } {
  const codes: string[] = [];
  const statuses = new Set<number>();
  page.on('response', async (answer) => {
    if (!answer.headers()['content-type']?.startsWith('application/json')) return;
    const { errorDetail } = (await answer.json().catch(() => ({ errorDetail: null }))) as {
      errorDetail: { errorCode: string } | null;
    };
    if (errorDetail === null) return;
    codes.push(errorDetail.errorCode);
    statuses.add(answer.status());
  });
  return { codes, statuses };
}

describeConsole(
  'a server that answers everything with 200',
  (site) => {
    const expectFailures = async (
      { codes, statuses }: ReturnType<typeof failuresOf>,
      opened: OpenedPage,
      wanted: string,
    ) => {
      await expect.poll(() => codes, { timeout: 10_000 }).toContain(wanted);
      expect([[...statuses], opened.faults]).toEqual([[200], []]);
      await opened.close();
    };

    it('console 26: a wrong password is refused, and a lock tells for how long (401, 429)', async () => {
      const opened = await site.openPage();
      const { page } = opened;
      const failures = failuresOf(page);
      await page.goto(`${site.url}/sign-in`);
      for (let time = 0; time < FAILURES; time++) {
        const answer = page.waitForResponse('**/auth/login');
        await fillSignIn(page, 'nobody', 'not the password at all');
        await answer;
        await page.getByRole('alert').waitFor();
      }
      await fillSignIn(page, 'nobody', 'not the password at all');
      await page.getByRole('alert').getByText('You can try again in').waitFor();
      expect(failures.codes).toContain('AUTH_INVALID_CREDENTIALS');
      await expectFailures(failures, opened, 'AUTH_TEMPORARILY_LOCKED');
    });

    it('console 26: a session that was closed elsewhere is signed in again in a dialog, and the call is made once more (401)', async () => {
      await site.createPerson('greta');
      const opened = await site.openAs('/account', 'greta', PERSON_PASSWORD);
      const { page } = opened;
      const failures = failuresOf(page);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Greta Garbo');
      await site.admin.sure.session.closeAll2({ params: { username: 'greta' } });
      // The stream of the inbox may have asked to sign in already, in a dialog above the form.
      await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('status').getByText('Saved.').waitFor();
      const { body } = await site.admin.sure.authentication.getUserByUsername({ params: { username: 'greta' } });
      expect(body.displayName).toBe('Greta Garbo');
      await expectFailures(failures, opened, 'SESSION_EXPIRED');
    });

    it('console 26: an authority that was taken away meanwhile is missed where it is needed (403)', async () => {
      const { sure } = site.admin;
      await site.createPerson('vera', ['ROLE_TENANT_ADMIN']);
      const opened = await site.openAs('/roles', 'vera', PERSON_PASSWORD);
      const { page } = opened;
      await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
      const { body } = await sure.authentication.getUserByUsername({ params: { username: 'vera' } });
      const { uuid, version } = body;
      await sure.authentication.setRoles({ params: { uuid }, body: { version, roleList: ['ROLE_USER'] } });
      const failures = failuresOf(page);
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Users' }).click();
      await page.getByRole('alert').getByText('You are not allowed to do this.').waitFor();
      await expectFailures(failures, opened, 'ACCESS_DENIED');
    });

    it('console 26: a record that is not there is told (404)', async () => {
      const opened = await site.openAs('');
      const failures = failuresOf(opened.page);
      await opened.page.goto(`${site.url}/platform/users/${crypto.randomUUID()}`);
      await opened.page.getByRole('alert').getByText('There is no such user').waitFor();
      await expectFailures(failures, opened, 'USER_NOT_FOUND');
    });

    it('console 26: a newer version is shown beside the own one (409)', async () => {
      const { authentication } = site.admin.sure;
      const { body } = await authentication.createUser({ body: { username: 'henry', displayName: 'Henry' } });
      const { uuid, version } = body;
      const opened = await site.openAs(`/users/${uuid}`);
      const { page } = opened;
      const failures = failuresOf(page);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
      await authentication.updateUser({ body: { uuid, version, displayName: 'Theirs' } });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Somebody else has changed this meanwhile.').waitFor();
      await page.getByRole('button', { name: 'Put mine on top' }).click();
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
      await expectFailures(failures, opened, 'VERSION_CONFLICT');
    });

    it('console 26: a refused value shows its bound at its field (422)', async () => {
      const opened = await site.openAs('/settings/session.idle-timeout');
      const { page } = opened;
      const failures = failuresOf(page);
      await page.getByRole('textbox', { name: 'Value' }).fill('100000');
      await page.getByRole('textbox', { name: 'Why' }).fill('Longer breaks.');
      await page.getByRole('button', { name: 'Set the value' }).click();
      await page.getByText(/1440/).nth(1).waitFor();
      await expectFailures(failures, opened, 'SETTING_VALUE_INVALID');
    });
  },
  { environment: { KEELSON_ERROR_STATUS: 'always-200' } },
);
