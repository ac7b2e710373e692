// Measures mail B3: how many mails are accepted a second in batches of 500 over HTTP.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median } from '../bars/statistics.ts';
import { request, template } from './template.ts';

const BATCH = 500;
/** So many batches are under way at once; MAIL_BATCHES says another number. */
const IN_FLIGHT = Number(process.env.MAIL_BATCHES ?? 2);

interface Result {
  readonly status: string | null;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  const admin = await signIn(origin, 'admin', deployment.adminPassword);
  await call(origin, '/settings/value', {
    token: admin,
    method: 'PUT',
    body: { code: 'mail.sending-enabled', scope: 'GLOBAL', value: false },
  });
  await call(origin, '/notification/template', { token: admin, body: template });
  const { key } = await call<{ readonly key: string }>(origin, '/api-keys', {
    token: admin,
    body: { name: 'bench', authorityList: ['NOTIFICATION_MAIL_SEND'] },
  });
  const body = { requests: Array.from({ length: BATCH }, () => request) };
  const sendBatch = async (): Promise<void> => {
    const results = await call<readonly Result[]>(origin, '/notification/mail/notify-batch', { token: key, body });
    if (results.some(({ status }) => status !== 'QUEUED')) throw new Error('a mail of a batch was refused');
  };
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    let sent = 0;
    const startMs = performance.now();
    const worker = async (): Promise<void> => {
      while (performance.now() - startMs < seconds * 1_000) {
        await sendBatch();
        sent += BATCH;
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    const rate = (1_000 * sent) / (performance.now() - startMs);
    // The first pass warms up.
    if (round > 0) rates.push(rate);
    print(`round ${round}: ${numberText(rate)} mails/s`);
  }
  return [
    {
      bar: 'mail B3',
      what: `mails accepted in batches of ${BATCH}, ${IN_FLIGHT} batches at once`,
      value: median(rates),
      unit: '/s',
      atLeast: 3_000,
    },
  ];
}

await runBar({ rounds: 3, seconds: 5 }, measure);
