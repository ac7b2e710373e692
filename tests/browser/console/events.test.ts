// Searches, follows and verifies events in a real browser, while a program writes them.
import { expect, it, vi } from 'vitest';
import { describeConsole } from './console-site.ts';

const BATCH = 1_000;
const BATCHES = 6;
const TRACE = '0af7651916cd43dd8448eb211c80319c';

describeConsole('events', (site) => {
  /** Writes events one every second, the newest now; each has its number. */
  const write = async (service: string, count: number, more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    const now = Date.now();
    const body = Array.from({ length: count }, (_, number) => ({
      eventName: 'order.left',
      service,
      level: number % 10 === 0 ? 'ERROR' : 'INFO',
      message: `number ${number}`,
      eventTime: new Date(now - number * 1_000).toISOString(),
      ...more,
    }));
    await site.admin.sure.loggerProducer.produceBatchSync({ body });
  };

  it('console 23: the bars of the histogram are all events that fit, a drag narrows them and the list, and a value is added by its chip', async () => {
    for (let batch = 0; batch < BATCHES; batch += 1) await write('shop', BATCH);
    const { page, faults, close } = await site.openAs('/events');
    await page.getByRole('searchbox', { name: 'Search' }).fill('service:shop');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const total = page.locator('.k-total');
    const all = `${(BATCH * BATCHES).toLocaleString('en')} events`;
    await vi.waitFor(async () => expect(await total.textContent()).toBe(all), { timeout: 10_000 });
    await page.getByLabel('Most frequent').selectOption('level');
    await page.getByRole('button', { name: 'ERROR' }).click();
    const errors = `${((BATCH * BATCHES) / 10).toLocaleString('en')} events`;
    await vi.waitFor(async () => expect(await total.textContent()).toBe(errors), { timeout: 10_000 });
    await page.getByRole('button', { name: 'Take away Level: ERROR' }).click();
    await vi.waitFor(async () => expect(await total.textContent()).toBe(all), { timeout: 10_000 });

    await page.getByLabel('When').selectOption('1h');
    const picture = page.getByRole('img', { name: /Events from/ });
    await vi.waitFor(async () => expect(await picture.locator('g').count()).toBeGreaterThan(10), { timeout: 10_000 });
    const { x, y, width, height } = (await picture.boundingBox())!;
    await page.mouse.move(x + width * 0.5, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=/);
    const { searchParams } = new URL(page.url());
    const query = { service: 'shop', eventTimeFrom: searchParams.get('from')!, eventTimeTo: searchParams.get('to')! };
    const { body } = await site.admin.sure.loggerProducer.queryEvents({ body: query });
    expect(body.totalElements).toBeLessThan(BATCH * BATCHES);
    const narrowed = `${body.totalElements.toLocaleString('en')} events`;
    await vi.waitFor(async () => expect(await total.textContent()).toBe(narrowed), { timeout: 10_000 });
    expect(faults).toEqual([]);
    await close();
  });

  it('console 23: what is followed is held by a scroll and loses nothing, and says how many wait', async () => {
    const { page, faults, close } = await site.openAs('/events?text=service:followed');
    await page.getByRole('checkbox', { name: 'Live' }).check();
    await page.getByText('Nothing has happened since you look.').waitFor();
    // A stream sends what comes once it is open.
    await vi.waitFor(
      async () => {
        await write('followed', 1);
        expect(await page.locator('.k-tail li').count()).toBeGreaterThan(0);
      },
      { timeout: 15_000, interval: 500 },
    );
    await write('followed', 200);
    const heard = async (): Promise<number> =>
      Number((await page.locator('output', { hasText: 'since you look' }).textContent())?.replaceAll(/\D/g, ''));
    // Of those that were written while the stream opened some may come late.
    let before = 0;
    await vi.waitFor(
      async () => {
        const earlier = before;
        before = await heard();
        expect([before > 200, before]).toEqual([true, earlier]);
      },
      { timeout: 20_000, interval: 1_000 },
    );
    await page.locator('.k-tail').evaluate('(box) => { box.scrollTop = 40; }');
    await page.locator('.k-tail').hover();
    await page.mouse.wheel(0, 80);
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    for (let batch = 0; batch < 3; batch += 1) await write('followed', BATCH, { message: 'while it is held' });
    await page.getByText(`${(3 * BATCH).toLocaleString('en')} wait`).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await vi.waitFor(async () => expect(await heard()).toBe(before + 3 * BATCH), { timeout: 10_000 });
    expect(await page.locator('.k-tail li').count()).toBeLessThanOrEqual(150);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 54: an event opens with all that it holds and everything of its request, and the record of the audit is verified', async () => {
    await write('opened', 3, {
      traceId: TRACE,
      message: `${'long '.repeat(200)}end`,
      attributeMap: { order: { no: 7 } },
    });
    const { page, faults, close } = await site.openAs('/events?text=service:opened');
    await page.locator('.k-events a').first().click();
    await page.getByRole('heading', { level: 1, name: 'order.left' }).waitFor();
    expect(await page.getByText('long end', { exact: false }).count()).toBe(0);
    await page.getByRole('button', { name: 'show all 1003 characters' }).click();
    await page.getByText('long end', { exact: false }).waitFor();
    await vi.waitFor(async () => expect(await page.locator('.k-events li').count()).toBe(3), { timeout: 10_000 });
    await page.getByRole('link', { name: 'Everything of this trace' }).click();
    await page.getByText('3 events').waitFor();

    await page.goto(`${site.url}/platform/audit`);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Nothing was changed:', { exact: false }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by username' }).fill('nobody-of-this-name');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('searchbox', { name: 'Search by username' }).fill('admin');
    // The newest one may not have its place yet.
    const sealed = page.getByRole('row', { name: /admin/ }).filter({ hasNotText: 'not yet' });
    await sealed.first().getByRole('link').click();
    await page.getByText('Place in the chain').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 54: what is found is taken away as a file', async () => {
    await write('exported', 25);
    const { page, close } = await site.openAs('/events?text=service:exported');
    await page.getByText('25 events').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await (await download).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of file) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString().trim().split('\r\n')).toHaveLength(26);
    await close();
  });
});
