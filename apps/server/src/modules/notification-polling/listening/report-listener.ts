// Notifies the requester of a report's run that asked for it, when the run ends.
import { foldName } from '../../../kernel/text/fold.ts';
import type { ReportHandler } from '../../report/api.ts';
import { createNotifyPerson, type ListenerGround } from './notify-person.ts';

const SENDER = 'report';

export function createReportListener({ listens, ...ground }: ListenerGround): ReportHandler {
  const notifyPerson = createNotifyPerson(ground);
  return async (tx, event) => {
    const { id, kind, tenantIdentifier, executionUuid, reportName, requestedBy, notify, status, errorCode } = event;
    if (notify !== 'POLLING' || !listens(tenantIdentifier)) return;
    await notifyPerson(tx, {
      tenantIdentifier,
      usernameFolded: foldName(requestedBy),
      title: reportName,
      metadata: { event: kind, executionUuid, status, errorCode },
      uniqueKey: `report:${id}`,
      createdBy: SENDER,
    });
  };
}
