// Declares how a person hears of what is new: by asking for the changes, or by a stream.
import { sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { pollingStreamEvents, SvcPollingChangesModel, SvcPollingChangesQueryModel } from './change-models.ts';

export const changeOperations = {
  getChanges: operation({
    method: 'GET',
    path: '/polling/user/changes',
    summary: 'What changed for the caller since a cursor',
    description:
      'Announcements and notifications that are new or gone, and what was marked on another device; at most 200. Without a cursor, and with ' +
      'one that is older than 30 days, unknown, or of other authorities, the answer is a fresh cursor; then resync says that the pages have ' +
      'to be read again.',
    access: sessionAccess,
    effect: 'read',
    passive: true,
    query: SvcPollingChangesQueryModel,
    reply: { kind: 'json', schema: SvcPollingChangesModel },
  }),
  streamChanges: operation({
    method: 'GET',
    path: '/polling/stream',
    summary: 'What is new for the caller, as it happens',
    description:
      'Each event carries the whole of what is new, so that nothing is fetched; ready follows once everything that was missed since ' +
      'Last-Event-ID, or the cursor in after, has received. unread gives the number whenever it is another one. After more than 200 changes, ' +
      '30 days, or with other authorities, resync says that the pages have to be read again. While it is open no count has to be asked for.',
    access: sessionAccess,
    effect: 'read',
    passive: true,
    query: SvcPollingChangesQueryModel,
    reply: { kind: 'event-stream', events: pollingStreamEvents, resumable: true },
  }),
};
