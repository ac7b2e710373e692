// Follows, counts and scrolls through as many events as a busy day brings, in a real browser.
import { expect, it, vi } from 'vitest';
import { describeConsole } from './console-site.ts';

const EVENTS = 300_000;
const BATCH = 1_000;
const AT_ONCE = 2;
/** As many come while somebody holds what is followed; the page keeps 20,000 of them at most. */
const HELD = 12_000;
const ROWS = 10_000;
const FILL_TIMEOUT_MS = 300_000;

describeConsole('very many events', (site) => {
  const began = Date.now();

  /** Writes events one every three milliseconds, the first one now; each has its number. */
  const write = async (service: string, from: number, to: number): Promise<void> => {
    const sendBatch = async (first: number): Promise<void> => {
      const body = Array.from({ length: BATCH }, (_, index) => ({
        eventName: 'order.left',
        service,
        level: index % 10 === 0 ? 'ERROR' : 'INFO',
        message: `number ${first + index} of all`,
        eventTime: new Date(began - (first + index) * 3).toISOString(),
      }));
      await site.admin.sure.loggerProducer.produceBatchSync({ body });
    };
    for (let first = from; first < to; first += AT_ONCE * BATCH) {
      const firsts = Array.from({ length: AT_ONCE }, (_, place) => first + place * BATCH);
      await Promise.all(firsts.filter((one) => one < to).map(sendBatch));
    }
  };
  const number = (value: number): string => value.toLocaleString('en');

  it('console 23: of 300,000 events none is lost by who follows them, also while they are held, and the bars are all of them', {
    timeout: FILL_TIMEOUT_MS,
  }, async () => {
    const { page, faults, close } = await site.openAs('/events?text=service:busy');
    await page.getByRole('checkbox', { name: 'Live' }).check();
    const heard = page.locator('output', { hasText: 'since you look' });
    const count = async (): Promise<number> => Number((await heard.textContent())?.replaceAll(/\D/g, ''));
    // A stream sends what comes once it is open: what was written before is not heard.
    let written = 0;
    const rows = page.locator('.k-tail li');
    await vi.waitFor(
      async () => {
        await write('busy', written, written + BATCH);
        written += BATCH;
        expect(await rows.count()).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 500 },
    );
    await rows
      .first()
      .and(page.locator('li', { hasText: `number ${written - 1} of all` }))
      .waitFor();
    const unheard = written - (await count());
    await write('busy', written, EVENTS - HELD);
    await vi.waitFor(async () => expect(await count()).toBe(EVENTS - HELD - unheard), { timeout: 60_000 });
    await page.getByRole('button', { name: 'Hold' }).click();
    await write('busy', EVENTS - HELD, EVENTS);
    await page.getByText(`${number(HELD)} wait`).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await vi.waitFor(async () => expect(await count()).toBe(EVENTS - unheard), { timeout: 10_000 });
    expect(await rows.count()).toBeLessThanOrEqual(150);
    expect(await page.getByText('are left out here').count()).toBe(0);

    await page.getByRole('checkbox', { name: 'Live' }).uncheck();
    await page.getByLabel('When').selectOption('1h');
    const total = page.locator('.k-total');
    await vi.waitFor(async () => expect(await total.textContent()).toBe(`${number(EVENTS)} events`), {
      timeout: 30_000,
    });
    const { body } = await site.admin.sure.loggerProducer.queryEvents({ body: { service: 'busy' } });
    expect(body.totalElements).toBe(EVENTS);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 31: of 10,000 rows that are scrolled to their end a document never has more than 150', {
    timeout: FILL_TIMEOUT_MS,
  }, async () => {
    await write('scrolled', 0, ROWS);
    const { page, faults, close } = await site.openAs('/events?text=service:scrolled');
    await page.locator('.k-events li').first().waitFor();
    // Looks at each change of the document, so that nothing between two looks is missed.
    await page.evaluate(`globalThis.most = 0;
      new MutationObserver(() => { most = Math.max(most, document.querySelectorAll('.k-events li').length); })
        .observe(document.body, { childList: true, subtree: true });`);
    const last = page.locator('.k-events li', { hasText: `number ${ROWS - 1} of all` });
    while ((await last.count()) === 0) await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const most = await page.evaluate<number>('most');
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThanOrEqual(150);
    await page.evaluate('scrollTo(0, 0)');
    await page.locator('.k-events li', { hasText: 'number 0 of all' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
