// Looks at what stands in the place of data that is late, refused or gone, in a real browser; runs only where KEELSON_BROWSER names one.
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './console-site.ts';

/** Each is a screen, the call that loads it, and its heading. */
const SCREENS = [
  ['/users', '**/users/data/page', 'Users'],
  ['/process-instances', '**/process-instance/page', 'Instances'],
  ['/settings', '**/settings/data/page', 'Settings'],
  ['/mail-templates', '**/notification/template/data/page', 'Mail templates'],
  ['/announcements', '**/polling/announcement/page', 'Announcements'],
  ['/events', '**/event/search', 'Events'],
] as const;

const REQUEST = '7d1f3b1e-8a55-4a3c-9a55-2f8f0a4c1d11';
const refusal = {
  errorCode: 'SERVICE_UNAVAILABLE',
  errorMessage: 'The database does not answer.',
  errorDetail: null,
  errorArguments: [],
  uuid: REQUEST,
};

describeConsole('data that is late, refused or gone', (site) => {
  const once = async (page: Page, pattern: string, answer: (route: Route) => Promise<void>): Promise<void> => {
    let isFirst = true;
    await page.route(pattern, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return answer(route);
    });
  };

  it.each(SCREENS)(
    'console 66: %s shows its heading at once, where its rows will be while they are late, and what failed with its number until it is asked again',
    async (path, pattern, heading) => {
      const { page, close } = await site.openAs('/account');
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await once(page, pattern, async (route) => {
        await held;
        await route.fulfill({ status: 503, json: { body: null, errorDetail: refusal } });
      });
      await page.goto(`${site.url}/platform${path}`);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.locator('[aria-busy="true"]').getByText('Loading …').waitFor({ state: 'attached' });
      release();
      const alert = page.getByRole('alert').filter({ hasText: 'The database does not answer.' });
      await alert.getByRole('button', { name: `Request ${REQUEST}` }).waitFor();
      expect(await page.getByRole('heading', { level: 1, name: heading, exact: true }).count()).toBe(1);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert.waitFor({ state: 'detached' });
      await close();
    },
  );

  it.each([
    [`/users/${crypto.randomUUID()}`, 'Users'],
    [`/mail-templates/${crypto.randomUUID()}`, 'Mail templates'],
    [`/process-instances/${crypto.randomUUID()}`, 'Instances'],
  ])('console 66: %s, which is not there, says so and leads back to the list', async (path, list) => {
    const { page, close } = await site.openAs(path);
    await page.getByRole('heading', { level: 1, name: 'It is not there' }).waitFor();
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByRole('heading', { level: 1, name: list, exact: true }).waitFor();
    await close();
  });

  it('console 66: what is shown stays where it cannot be loaded anew, with what somebody was typing', async () => {
    const { body } = await site.admin.sure.authentication.createUser({ body: { username: 'stays' } });
    const { page, close } = await site.openAs(`/users/${body.uuid}`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed');
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    await once(page, `**/users/by-uuid/${body.uuid}`, (route) =>
      route.fulfill({ status: 503, json: { body: null, errorDetail: refusal } }),
    );
    // Whoever comes back to the tab has it loaded anew.
    await page.evaluate(
      `setTimeout(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })), 5_500)`,
    );
    const alert = page.getByRole('alert').filter({ hasText: 'The database does not answer.' });
    await alert.waitFor();
    expect(await name.inputValue()).toBe('Typed');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Typed');
    await close();
  });
});
