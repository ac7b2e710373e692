// Opens models and pictures in a real browser; runs only where there is one.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostilePictures, svg } from '../../packages/bpmn-xml/src/testing/hostile-pictures.ts';
import { fileOf } from '../acceptance/bpmn-admin/models.ts';
import { type Person, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { browserProgram, callInPage, openBrowser, pageOf } from './chromium.ts';

/** What a picture or a page runs or loads, it does within this time. */
const SETTLE_MS = 300;
const SCRIPT = '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>';

describe.skipIf(browserProgram === undefined)('process models in a browser', () => {
  let directory: string;
  let server: ServerProcess;
  let admin: Person;
  let browser: Browser;

  beforeAll(async () => {
    directory = makeDataDirectory();
    server = await startServerProcess({ directory });
    admin = await signInAdmin(server.url);
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    removeDataDirectory(directory);
  });

  const pictureOf = async (number: number, picture: string) => {
    const { body: id } = await admin.sure.bpmnAdmin.save({
      body: { bpmnXml: fileOf(`hostile-${number}`), svg: picture },
    });
    return (await admin.sure.bpmnAdmin.getProcess({ params: { id }, query: { withSvg: true } })).body.svg!;
  };
  /** Counts what a page tells of scripts that ran, and what it asks of other hosts. */
  const watch = (page: Page) => {
    const seen: string[] = [];
    page.on('dialog', (dialog) => {
      seen.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(server.url)) seen.push(request.url());
    });
    return seen;
  };
  const shownIn = async (page: Page, pictures: readonly string[]) => {
    const seen = watch(page);
    const ran = await callInPage<number>(page, 'countScriptsOf', pictures, SETTLE_MS);
    return { ran, asked: seen.length };
  };

  it('bpmn-admin 13: more than forty hostile pictures run nothing and load nothing once they were saved', async () => {
    const raw = hostilePictures.map(([, content]) => svg(content, 'onload="alert(1)"'));
    expect(raw.length).toBeGreaterThan(40);
    // As they come they do, in this browser, or the test would prove nothing.
    const before = await shownIn(await pageOf(browser, server.url, admin), raw);
    expect(before.ran).toBeGreaterThan(raw.length / 2);
    expect(before.asked).toBeGreaterThan(3);
    const saved: string[] = [];
    for (const [number, picture] of raw.entries()) saved.push(await pictureOf(number, picture));
    expect(saved.filter((picture) => picture.includes('id="seen"'))).toHaveLength(raw.length);
    expect(await shownIn(await pageOf(browser, server.url, admin), saved)).toEqual({ ran: 0, asked: 0 });
  }, 90_000);

  it('bpmn-admin 24: a person who opens any address that serves a model or a picture runs nothing of it', async () => {
    const bpmnXml = fileOf('opened').replace('<startEvent', `<documentation>${SCRIPT}</documentation><startEvent`);
    const { body: id } = await admin.sure.bpmnAdmin.save({
      body: { bpmnXml, svg: svg(SCRIPT, 'onload="alert(1)"'), description: SCRIPT, name: SCRIPT },
    });
    const { modelId } = (await admin.sure.bpmnAdmin.getProcess({ params: { id } })).body;
    const page = await pageOf(browser, server.url, admin);
    const seen = watch(page);
    // The same bytes as a page of their own do run.
    await page.route(`${server.url}/opened.xml`, (route) =>
      route.fulfill({ contentType: 'application/xml', body: bpmnXml }),
    );
    await page.goto(`${server.url}/opened.xml`);
    expect(seen.splice(0)).toEqual(['1']);
    const addresses = [
      `/process/${id}?withXml=true&withSvg=true`,
      '/process/by-code/opened?withXml=true&withSvg=true',
      `/process/${id}/versions`,
      `/process/${id}/versions/1/xml`,
      `/process/${id}/versions/1/svg`,
      `/process/${id}/diff?from=1&to=1`,
      `/process/${id}/validate`,
      `/process/${id}/references`,
      `/process/model/${modelId}`,
    ];
    for (const address of addresses) {
      const answer = await page.goto(server.url + address);
      expect([address, answer?.status()]).toEqual([address, 200]);
    }
    // A file to keep is not shown at all.
    const download = page.waitForEvent('download');
    await page.goto(`${server.url}/process/export/${id}`).catch(() => undefined);
    expect((await download).suggestedFilename()).toBe('opened.bpmn');
    await page.waitForTimeout(SETTLE_MS);
    expect(seen).toEqual([]);
  }, 60_000);
});
