// Looks at the console of servers that serve some of the modules alone, in a real browser.
import { expect, it } from 'vitest';
import { settled } from './accessibility.ts';
import { describeConsole } from './console-site.ts';
import { screenPaths } from './screens.ts';

const NOT_SERVED = 'This page is not offered by this server.';

/** Nobody can sign in without these two. */
const BASE = ['session', 'authentication'];
const HALVES = [
  [
    'with settings, menu and mails',
    ['system-setting', 'system-menu', 'mail-notification'],
    ['settings', 'menu', 'mails'],
    ['tasks', 'inbox', 'events'],
  ],
  [
    'with processes, messages and events',
    ['bpmn-engine', 'notification-polling', 'logger-producer'],
    ['tasks', 'inbox', 'events'],
    ['settings', 'menu', 'mails'],
  ],
] as const;

for (const [name, modules, served, others] of HALVES) {
  describeConsole(
    `a server ${name}`,
    (site) => {
      it(`console 26: every item of the menu opens, no page is broken, and what is not served says so (${name})`, async () => {
        const { page, faults, close } = await site.openAs('');
        const failed: string[] = [];
        page.on('response', (answer) => {
          // Whoever goes through all pages in seconds asks for the number at the bell more often than is answered.
          if (answer.status() >= 400 && answer.status() !== 429) failed.push(`${answer.status()} ${answer.url()}`);
        });
        await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
        await settled(page);
        const menu = page.getByRole('navigation', { name: 'Menu' });
        const links = await menu
          .getByRole('link')
          .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
        expect(links.length).toBeGreaterThan(3);
        for (const path of served) expect(links, path).toContain(`${site.url}/platform/${path}`);
        for (const path of others) expect(links, path).not.toContain(`${site.url}/platform/${path}`);
        for (const link of links) {
          await page.goto(link);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await settled(page);
          expect(await page.getByText(NOT_SERVED).count(), link).toBe(0);
        }
        const told: string[] = [];
        for (const path of screenPaths()) {
          await page.goto(site.url + path);
          await page.getByRole('heading', { level: 1 }).or(page.getByText(NOT_SERVED)).first().waitFor();
          await settled(page);
          expect(await page.getByRole('alert').count(), path).toBe(0);
          if ((await page.getByText(NOT_SERVED).count()) > 0) told.push(path);
        }
        for (const path of others) expect(told).toContain(`/platform/${path}`);
        for (const path of served) expect(told).not.toContain(`/platform/${path}`);
        await page.goto(`${site.url}/platform/account?part=wishes`);
        await settled(page);
        expect([failed, faults]).toEqual([[], []]);
        await close();
      });
    },
    { environment: { KEELSON_MODULES: [...BASE, ...modules].join(',') } },
  );
}
