// Reads a notification to named users from a request.
import type { SvcUserNotificationSendModel } from '@keelson/contract';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { linkProblem } from '../announcement/feature.ts';
import { makeSafe } from '../content/make-safe.ts';
import type { NewNotification } from './notification.types.ts';

/** Reads the body; 400 with all problems, 422 CONTENT_UNSAFE. */
export function readNotification(
  body: SvcUserNotificationSendModel,
  createdBy: string,
  nowMs: number,
): NewNotification {
  const expireDate = body.expireDate == null ? null : new Date(body.expireDate);
  const past: ArgumentProblem[] =
    expireDate !== null && expireDate.getTime() <= nowMs
      ? [{ field: 'expireDate', code: 'DATE_IN_PAST', message: 'Must lie in the future.' }]
      : [];
  const problems = [...past, ...linkProblem(body.actionUrl)];
  if (problems.length > 0) invalid(...problems);
  const contentType = body.contentType ?? 'TEXT';
  const content = body.content == null || body.content === '' ? null : body.content;
  const contentHtml = content === null ? null : makeSafe(contentType, content);
  if (content !== null && contentHtml === null) fail('CONTENT_UNSAFE', { errorArguments: [{ field: 'content' }] });
  return {
    title: body.title,
    content,
    contentType,
    contentHtml,
    type: body.type ?? 'INFO',
    actionUrl: body.actionUrl ?? null,
    actionLabel: body.actionLabel ?? null,
    application: body.application ?? null,
    groupKey: body.groupKey ?? null,
    expireDate,
    metadata: body.metadata ?? {},
    uniqueKey: body.uniqueKey ?? null,
    createdBy,
  };
}
