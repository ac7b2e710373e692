// Declares the operations that show login events: one's own, and those of the tenant.
import { page } from '../../../models/paging.ts';
import { authority, personAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcLoginEventModel, SvcLoginEventQueryModel, SvcOwnLoginEventQueryModel } from './login-event-models.ts';

export const loginEventOperations = {
  queryLoginEventPageByUser: operation({
    method: 'POST',
    path: '/login-events/data/page/user',
    summary: 'Pages the login events of the caller',
    description:
      'Sign-ins, failures and changes of the own account, the newest first. What happened to somebody else who had the name before is not shown.',
    access: personAccess,
    effect: 'read',
    passive: true,
    body: { kind: 'json', schema: SvcOwnLoginEventQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcLoginEventModel) },
  }),
  queryLoginEventPage: operation({
    method: 'POST',
    path: '/login-events/data/page',
    summary: 'Pages the login events of the tenant',
    description: 'The newest first, those of unknown names among them. Another tenant needs TENANT_ALL.',
    access: authority('AUTH_AUDIT_VIEW'),
    effect: 'read',
    passive: true,
    body: { kind: 'json', schema: SvcLoginEventQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcLoginEventModel) },
  }),
};
