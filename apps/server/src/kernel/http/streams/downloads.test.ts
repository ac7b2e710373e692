// Tests files that are written while they are read: their pace, and their end before its time.
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Download } from '@keelson/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../process/logger.ts';
import { op, startTestHttp, type TestHttp } from '../http-server.fixture.ts';
import { createDownloads } from './downloads.ts';

const PART = 'x'.repeat(65_536);
const MANY = 2_000;

let http: TestHttp;
let read: number;
let returned: boolean;
let failsAt: number;

async function* parts(): AsyncGenerator<string> {
  try {
    for (read = 1; read <= MANY; read += 1) {
      if (read === failsAt) throw new Error('the database went away');
      yield PART;
    }
  } finally {
    returned = true;
  }
}

const file = (): Download => ({ mediaType: 'text/csv', fileName: 'ä.csv', chunks: parts() });

beforeEach(async () => {
  [read, returned, failsAt] = [0, false, MANY + 1];
  const reply = { kind: 'download', mediaTypes: ['text/csv'], description: 'Parts.' } as const;
  http = await startTestHttp({
    operations: { take: op({ path: '/take', reply }) },
    handlers: { take: async () => file() },
  });
});
afterEach(() => http.stop());

describe('a download', () => {
  it('comes whole, as a file that a browser saves, outside the envelope', async () => {
    const answer = await http.call('/take');
    expect([answer.status, answer.text.length]).toEqual([200, MANY * PART.length]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="_.csv"; filename*=UTF-8''%C3%A4.csv`,
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
    });
    expect((await http.call('/take', { headers: { accept: 'image/png' } })).status).toBe(406);
  });

  it('is read no faster than it is taken, and no further once its client has gone', async () => {
    const headers = { authorization: `Bearer svc_${'a'.repeat(43)}` };
    await new Promise<void>((resolve) => {
      const asked = request(`${http.url}/take`, { headers, agent: false }, (response) => {
        response.once('data', () => {
          response.pause();
          resolve();
          void vi.waitFor(() => expect(read).toBeGreaterThan(2), { timeout: 10_000 }).then(() => response.destroy());
        });
      });
      asked.on('error', () => {});
      asked.end();
    });
    await vi.waitFor(() => expect(returned).toBe(true), { timeout: 20_000, interval: 2 });
    expect(read).toBeLessThan(MANY / 2);
    expect(http.logs.at(-1)).toMatchObject({ msg: 'download left by its client', fileName: 'ä.csv' });
  });

  it('that fails ends with its connection, so that nobody takes a part for the whole', async () => {
    failsAt = 5;
    await expect(
      fetch(`${http.url}/take`, { headers: { authorization: `Bearer svc_${'a'.repeat(43)}` } }).then((answer) =>
        answer.text(),
      ),
    ).rejects.toThrow();
    await vi.waitFor(() => expect(http.logs.at(-1)).toMatchObject({ level: 'error', msg: 'download cut off' }), {
      timeout: 10_000,
    });
  });

  it('ends when it lasts too long', async () => {
    const logs: string[] = [];
    const log = createLogger('debug', { write: (line) => void logs.push(line) });
    const downloads = createDownloads({ log, limitMs: 20 });
    let told: ServerResponse | undefined;
    const server = createServer((_request, response) => {
      told = response;
      downloads.send(file(), { status: 200, response, headers: [], requestId: 'r' });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, agent: false }, (response) => void response.once('data', () => response.pause()));
    asked.on('error', () => {});
    asked.end();
    await vi.waitFor(() => expect([told?.destroyed, returned]).toEqual([true, true]), { timeout: 20_000, interval: 2 });
    await vi.waitFor(() => expect(logs.join()).toContain('download cut off'), { timeout: 10_000 });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
