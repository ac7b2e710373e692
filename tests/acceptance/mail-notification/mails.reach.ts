// Tells how each operation on mails would reach into another tenant, and what comes back instead.
import type { Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Outcome, Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';

/** They answer by the caller's own tenant alone. */
export const ownMailOperations = ['queryMailPage', 'countByStatus', 'retry', 'notifyWithContent', 'inbound', 'stream'];

/** Somebody of the foreign tenant is invited, which is a mail. */
async function theirs({ tenant }: Foreign): Promise<string> {
  const username = `mailed-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  const email = `${username}@mail.example`;
  await tenant.deputy.sure.authentication.createUser({ body: { username, email } });
  for (;;) {
    const { body } = await tenant.deputy.sure.mailNotification.queryMailPage({ body: { recipient: email } });
    const [mail] = body.data;
    if (mail?.status === 'CAPTURED') return mail.uuid;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const reaching = (
  call: (mails: Client<false>['mailNotification'], uuid: string) => ReturnType<Reach['call']>,
  everywhere: Outcome,
): Reach => ({
  call: async ({ mailNotification }, foreign) => call(mailNotification, await theirs(foreign)),
  stranger: 'MAIL_NOT_FOUND' satisfies ErrorCode,
  everywhere,
});

export const mailReaches: Readonly<Record<string, Reach>> = {
  getMailByUuid: reaching((mails, uuid) => mails.getMailByUuid({ params: { uuid } }), { status: 'CAPTURED' }),
  getAttempts: reaching((mails, uuid) => mails.getAttempts({ params: { uuid } }), [{ outcome: 'CAPTURED' }]),
  getContent: reaching((mails, uuid) => mails.getContent({ params: { uuid } }), { html: null }),
  getRaw: reaching((mails, uuid) => mails.getRaw({ params: { uuid } }), {}),
  retryByUuid: reaching((mails, uuid) => mails.retryByUuid({ params: { uuid } }), 'MAIL_NOT_RETRYABLE'),
  resolve: reaching(
    (mails, uuid) => mails.resolve({ params: { uuid }, body: { delivered: true } }),
    'MAIL_NOT_RESOLVABLE',
  ),
  cancel: reaching((mails, uuid) => mails.cancel({ params: { uuid } }), 'MAIL_NOT_CANCELLABLE'),
};
