// Operations of live sessions: what begins and ends as it happens, and validation of tokens for gateways.
import { list } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcSessionValidationModel, SvcSessionValidationRequestModel, sessionStreamEvents } from './live-models.ts';

export const liveOperations = {
  validate: operation({
    method: 'POST',
    path: '/session/validate',
    summary: 'Shows what tokens of others are worth',
    description:
      'For gateways: one answer for each token, in the order of the list. Counts as a use of the sessions only with touch. Tokens of ' +
      'another tenant are unknown without TENANT_ALL. What a session is bound to is not checked, because the request does not come from ' +
      'its owner; an API key that is limited to addresses is held to that of this request. Tokens are never logged.',
    access: authority('SESSION_VALIDATE'),
    effect: 'read',
    body: { kind: 'json', schema: SvcSessionValidationRequestModel },
    reply: { kind: 'json', schema: list(SvcSessionValidationModel, 'One answer for each token, in the same order.') },
  }),
  events: operation({
    method: 'GET',
    path: '/session/events',
    summary: 'Sessions of the tenant as they begin and end',
    description:
      'Events begun and closed name one session each, all-closed stands for a mass close whose sessions are not sent one by one. Resumable for 10 ' +
      'minutes and 1,000 events by Last-Event-ID; beyond that, and whenever the order was lost, resync says that the list has to be read ' +
      'again. Sessions of services are sent to holders of SESSION_SYSTEM.',
    access: authority('SESSION_VIEW'),
    effect: 'read',
    passive: true,
    reply: { kind: 'event-stream', events: sessionStreamEvents, resumable: true },
  }),
};
