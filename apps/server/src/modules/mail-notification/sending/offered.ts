// Prepares the mails of other modules and processes, and writes them in their commits: checked against the same models
// as over HTTP.
import { SvcNotificationMailRequestModel, SvcNotificationMailRequestModelWithContent } from '@keelson/contract';
import type { TSchema } from 'typebox';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { ChangeSet } from '../../../kernel/group-commit/group-commit.ts';
import { inspectJson } from '../../../kernel/http/input/body-readers-json.ts';
import { createValidators, type Validator } from '../../../kernel/http/input/validation.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import type { Accepting } from '../queue/feature.ts';
import type { MailKind, MailRequests, MailSender, PreparedMails } from '../record/sent-mail.types.ts';
import type { Preparing } from './prepare.service.ts';
import { readContentSend, readTemplateSend } from './request/read-request.ts';

/** Bounds of requests, as over HTTP. */
const limits = { jsonDepth: 64, arrayItems: 10_000 } as const;

/**
 * Makes the check of a request against its model; compiled at the first use, since few processes send at their start.
 */
export function createRequestCheck(schema: TSchema): (request: object) => void {
  let validator: Validator | null = null;
  return (request) => {
    validator ??= createValidators().compile(schema);
    const problems = validator.check(request);
    if (problems !== null) invalid(...problems);
    inspectJson(request, JSON.stringify(request), limits);
  };
}

export interface OfferedParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly preparing: Preparing;
  readonly accepting: Pick<Accepting, 'add' | 'wake'>;
}

export function createOffered({ database, clock, preparing, accepting }: OfferedParts) {
  const checks = {
    TEMPLATE: createRequestCheck(SvcNotificationMailRequestModel),
    CONTENT: createRequestCheck(SvcNotificationMailRequestModelWithContent),
  };
  return {
    /** See `MailApi`. */
    async prepare<K extends MailKind>(
      kind: K,
      by: MailSender,
      request: MailRequests[K],
      queryable: Queryable = database,
    ): Promise<PreparedMails> {
      checks[kind](request);
      const now = clock.now();
      return kind === 'TEMPLATE'
        ? preparing.prepareTemplate(queryable, by, readTemplateSend(by, request as MailRequests['TEMPLATE'], now))
        : preparing.prepareContent(queryable, by, readContentSend(by, request as MailRequests['CONTENT'], now));
    },
    /** See `MailApi`. */
    add(changes: ChangeSet, { mails }: PreparedMails): void {
      accepting.add(changes, mails);
      changes.afterCommit(() => accepting.wake(mails));
    },
  };
}

export type Offered = ReturnType<typeof createOffered>;
