// Declares the OpenFeature Remote Evaluation Protocol 0.3.0: settings as flags, outside the envelope.
import { Type } from 'typebox';
import { anyValue, choice, closed, integer, maybe, optional, text } from '../../models/schema.ts';
import { publicReadAccess } from '../../operations/access.ts';
import { publicBodyBytesMax } from '../../operations/body-and-reply.ts';
import { operation } from '../../operations/define.ts';

/** Name of the form of answers and failures. */
export const OFREP = 'ofrep';

const contextBody = {
  kind: 'any',
  schema: anyValue('An object with `context`; the protocol leaves it open, so unknown fields are taken.'),
  limitBytes: publicBodyBytesMax,
  documented: Type.Object(
    {
      context: Type.Object(
        {
          targetingKey: maybe(
            text("Whose own values hold: the caller's name, for services anybody's; any other text changes nothing."),
          ),
          tenantIdentifier: maybe(text('Tenant; default that of the caller.', { pattern: '^[A-Za-z0-9._-]{1,64}$' })),
          'keelson.prefix': optional(text('Narrows a bulk answer to codes that begin so.')),
        },
        { additionalProperties: true },
      ),
    },
    { additionalProperties: true },
  ),
} as const;

/** The query of a repeated fetch: a process that is older than the revision named catches up first. */
const refetchQuery = closed({
  flagConfigEtag: maybe(text('Etag of the event that made the client ask again.', { maxLength: 128 })),
  flagConfigLastModified: maybe(text('Time of that event; not looked at.', { maxLength: 64 })),
});

/** Providers register for no name of event, so that it is `message`. */
export const ofrepStreamEvents = {
  message: closed(
    {
      type: choice(['refetchEvaluation'], 'What the client has to do: evaluate anew.'),
      etag: text('To be sent back as `flagConfigEtag`, so that no process answers from before the change.'),
      lastModified: integer('When, in seconds since 1970.'),
    },
    'SvcOfrepRefetchModel',
  ),
} as const;

export const ofrepOperations = {
  evaluateFlag: operation({
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/{key}',
    summary: 'One setting as a flag',
    description:
      'What the caller may not see is 404 FLAG_NOT_FOUND like what does not exist; an anonymous caller gets 401 for all but PUBLIC settings.',
    access: publicReadAccess,
    effect: 'read',
    passive: true,
    params: closed({ key: text('Code or alias of the setting.', { minLength: 1, maxLength: 2_048 }) }),
    query: refetchQuery,
    body: contextBody,
    reply: { kind: 'form', form: OFREP, description: 'As OFREP 0.3.0 has it.', conditional: true },
    errors: ['AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED', 'ACCESS_DENIED', 'OPERATION_NOT_FOUND'],
  }),
  evaluateFlags: operation({
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags',
    summary: 'Every setting that the caller may see, as flags',
    description:
      'Answers 304 to an If-None-Match that names the same flags, context and stream. keelson.prefix in the context narrows it to codes ' +
      'that begin so. There are no rollouts by percentage, no segments and no rules on attributes: the reason is never SPLIT.',
    access: publicReadAccess,
    effect: 'read',
    passive: true,
    query: refetchQuery,
    body: contextBody,
    reply: { kind: 'form', form: OFREP, description: 'As OFREP 0.3.0 has it.', conditional: true },
    errors: ['AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED', 'ACCESS_DENIED', 'OPERATION_NOT_FOUND'],
  }),
  streamFlagChanges: operation({
    method: 'GET',
    path: '/ofrep/v1/events',
    summary: 'Announces that flags have to be evaluated anew',
    description:
      'Of what the ticket, given by the bulk answer in eventStreams, stands for: the first change at once, then at most one event in ' +
      '250 ms. An older Last-Event-ID gets one event. Ends with the session or the API key; an anonymous client has at most 100 ' +
      'streams of an address.',
    access: publicReadAccess,
    effect: 'read',
    passive: true,
    query: closed({ ticket: maybe(text('From eventStreams; without it 401.', { maxLength: 1_024 })) }),
    reply: { kind: 'event-stream', events: ofrepStreamEvents, resumable: true, form: OFREP },
    errors: ['AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED', 'ACCESS_DENIED', 'OPERATION_NOT_FOUND'],
  }),
};
