// Wires forgotten passwords: requests, the job that mails the links, links that administrators send, and the reset itself.
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createSeal } from '../../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../../kernel/secrets/sealed-columns.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import type { AddressLimit } from '../../guessing/address-limit.ts';
import type { AttemptService } from '../../guessing/attempt.service.ts';
import { createAttemptKeys } from '../../guessing/attempt-key.ts';
import type { CaptchaGate } from '../../guessing/captcha/feature.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import type { DeviceService } from '../../secrets/devices/feature.ts';
import type { CodeVerifier } from '../../secrets/factor/code-verifier.ts';
import type { NewPasswords } from '../../secrets/password/new-password.ts';
import { createForgottenPasswordService } from './forgotten-password.service.ts';
import { createResetHandlers } from './reset.routes.ts';
import { createResetService } from './reset.service.ts';
import { sealedResetRequests } from './reset-request.store.ts';
import { createSentResetService } from './sent-reset.service.ts';

const SEAL_PURPOSE = 'auth-reset';
/**
 * Interval of the job. Requests of this process wake it; the interval serves those of a process that died before it had
 * mailed.
 */
const WORK_INTERVAL_MS = 5_000;

export function createResetFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'events' | 'keys' | 'log' | 'sealedColumns'>,
  {
    attempts,
    addresses,
    captchaGate,
    codeVerifier,
    devices,
    links,
    mails,
    newPasswords,
    session,
  }: {
    readonly attempts: AttemptService;
    readonly addresses: AddressLimit;
    readonly captchaGate: CaptchaGate;
    readonly codeVerifier: CodeVerifier;
    readonly devices: DeviceService;
    readonly links: ActivationLinks;
    readonly mails: UserMails;
    readonly newPasswords: NewPasswords;
    readonly session: () => SessionApi;
  },
) {
  const { database, clock, events, keys, log, sealedColumns } = kernel;
  const ownerOf = (nameKey: string): string => nameKey;
  sealedColumns.register(
    createSealedColumn({ ...sealedResetRequests, database, keys, purpose: SEAL_PURPOSE, ownerOf }),
  );
  const forgotten = createForgottenPasswordService({
    database,
    clock,
    events,
    links,
    mails,
    attempts,
    addresses,
    devices,
    captchaGate,
    seal: createSeal(keys, SEAL_PURPOSE),
    nameKey: createAttemptKeys(keys),
    wake: () => work.wake(),
  });
  const work = createRepeatedJob(
    { name: 'forgotten-passwords', run: () => forgotten.work(), intervalMs: () => WORK_INTERVAL_MS },
    log,
  );
  const resets = createResetService({
    database,
    clock,
    events,
    attempts,
    codes: codeVerifier,
    newPasswords,
    mails,
    session,
  });
  const sentResets = createSentResetService({ database, links, mails });
  return { handlers: createResetHandlers({ forgotten, resets, sentResets }), jobs: [work] as const };
}
