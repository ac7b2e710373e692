// Proves that the bodies of all requests together are bounded, and that answered ones count no more.
import { closed, text } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { op, startTestHttp, type TestHttp } from '../http-server.fixture.ts';

let http: TestHttp;
/** Lets the handlers that wait go on. */
let letGo: () => void = () => undefined;
let arrived = 0;

beforeAll(async () => {
  http = await startTestHttp({
    env: { KEELSON_BODIES_BYTES_MAX: '10000' },
    operations: {
      keep: op({
        path: '/keep',
        method: 'POST',
        effect: 'write',
        body: { kind: 'json', schema: closed({ text: text('Text.') }) },
      }),
      upload: op({
        path: '/upload',
        method: 'POST',
        effect: 'write',
        body: {
          kind: 'multipart',
          files: { file: { min: 1, max: 1, description: 'File.' } },
          fields: closed({}),
        },
      }),
    },
    handlers: {
      async keep() {
        arrived += 1;
        await new Promise<void>((resolve) => {
          const before = letGo;
          letGo = () => {
            before();
            resolve();
          };
        });
        return undefined;
      },
      upload: async () => undefined,
    },
  });
});
afterAll(() => http.stop());

const keep = (length: number) => http.post('/keep', JSON.stringify({ text: 'x'.repeat(length) }));
const upload = (length: number) => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  return http.post('/upload', `${head}${'x'.repeat(length)}\r\n--x--\r\n`, {
    'content-type': 'multipart/form-data; boundary=x',
  });
};

it('refuses with 503 what would be too much, until others are answered', async () => {
  const first = keep(6_000);
  await expect.poll(() => arrived).toBe(1);
  const refused = await keep(6_000);
  expect([refused.status, refused.json.errorDetail.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(refused.headers['retry-after']).toBe('1');
  expect((await upload(6_000)).status).toBe(503);
  expect((await upload(1_000)).status).toBe(200);
  letGo();
  expect((await first).status).toBe(200);
  expect((await upload(9_000)).status).toBe(200);
  const again = keep(6_000);
  await expect.poll(() => arrived).toBe(2);
  letGo();
  expect((await again).status).toBe(200);
});

it('counts nothing of a request that was refused, however often', async () => {
  for (let time = 0; time < 5; time += 1) expect((await keep(11_000)).status).toBe(503);
  for (let time = 0; time < 5; time += 1) expect((await upload(11_000)).status).toBe(503);
  const whole = keep(9_000);
  await expect.poll(() => arrived).toBe(3);
  letGo();
  expect((await whole).status).toBe(200);
});
