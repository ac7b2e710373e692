// Opens every dialog of the console in a real browser, in every look, and holds it against the rules of accessibility.
import { expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { DIALOG, faultsOfLooks, lookAtDialogs } from './accessibility.ts';
import { describeConsole } from './console-site.ts';
import { makePlacesOfActs } from './dialogs.given.ts';

const EVERY_DIALOG_TIMEOUT_MS = 300_000;

/** Names what opens the dialogs that were there when this was written; a new one is looked at as well. */
const OPENED = [
  'Send back',
  'Hand it to somebody',
  'Let somebody do it',
  'Add somebody',
  'Take it back',
  'Cancel the instance',
  'Move to another version',
  'Try all again',
  'Skip it',
  'Import users',
  'Deactivate',
  'Sign out everywhere',
  'Restore',
  'Act as this user',
  'Remove second factors',
  'Delete',
  'New role',
  'New API key',
  'New key',
  'New tenant',
  'Change',
  'Close',
  'Change the mail address',
  'Add an authenticator app',
  'Send again',
  'New mail server',
  'Try it',
  'Remove',
  'Allow a sender',
  'Check its records',
  'Suppress an address',
  'Send to it again',
  'New template',
  'Send it to me',
  'Switch off',
  'Add a language',
  'What is different',
  'Set back',
  'Withdraw',
  'Publish',
  'Take the value away',
];

describeConsole('the dialogs of the console', (site) => {
  it('console 31: no dialog breaks a rule of accessibility, in light and dark, at 375 and 1,280 px', {
    timeout: EVERY_DIALOG_TIMEOUT_MS,
  }, async () => {
    const places = await makePlacesOfActs(site);
    const { page, faults, close } = await site.openAs('');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const seen = new Set<string>();
    for (const place of places) {
      const names = await lookAtDialogs(page, site.url, place);
      expect(names.length, place.path).toBeGreaterThan(0);
      for (const name of names) seen.add(name);
    }
    expect(OPENED.filter((name) => !seen.has(name))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 31: no dialog above every page breaks a rule of accessibility: menu, search, keys, lost session', async () => {
    const person = await site.createPerson('greta');
    const { page, close } = await site.openAs('', person.username, PERSON_PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const dialog = page.locator(DIALOG);
    for (const key of ['/', '?']) {
      await page.keyboard.press(key);
      await dialog.waitFor();
      expect(await faultsOfLooks(page, DIALOG), key).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await dialog.waitFor();
    expect(await faultsOfLooks(page, DIALOG), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await site.admin.sure.session.closeAll2({ params: { username: person.username } });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await dialog.waitFor();
    expect(await faultsOfLooks(page, DIALOG), 'lost session').toEqual([]);
    await close();
  });
});
