// Models of live sessions: what has just begun or ended, and what a token of somebody else is worth.
import type { Static } from 'typebox';
import { choice, closed, dateTime, flag, list, long, nullable, optional, text } from '../../models/schema.ts';
import { SvcSecuritySession, sessionCloseReasons } from './session-models.ts';

/** Tokens of one validation: each that is unknown here costs a read. */
export const validatedTokensMax = 100;
/** A token has 47 characters, an API key 51; what is longer is none and needs no reading. */
const tokenTextMax = 512;

export const SvcSessionValidationRequestModel = closed(
  {
    tokenList: list(
      text('Session token or API key; what is neither is answered as UNKNOWN.', { maxLength: tokenTextMax }),
      'Tokens to ask about.',
      { minItems: 1, maxItems: validatedTokensMax },
    ),
    touch: optional(flag('Whether asking counts as a use of each live session; default false.')),
  },
  'SvcSessionValidationRequestModel',
);
export type SvcSessionValidationRequestModel = Static<typeof SvcSessionValidationRequestModel>;

/** Why a token is not valid: UNKNOWN, or how its session ended. */
export const validationReasons = ['UNKNOWN', ...sessionCloseReasons] as const;

export const SvcSessionValidationModel = closed(
  {
    valid: flag('Whether the session of the token lives.'),
    reason: nullable(
      choice(
        validationReasons,
        'Why it does not: UNKNOWN where no session of a tenant that the caller may see has the token; null for a live one.',
      ),
    ),
    session: nullable(SvcSecuritySession, 'The session with its current authorities; null unless it lives.'),
  },
  'SvcSessionValidationModel',
);
export type SvcSessionValidationModel = Static<typeof SvcSessionValidationModel>;

const identifier = text('Session identifier.');
const username = text('Whose session it is.');
const system = flag('True for the session of a service; sent to holders of SESSION_SYSTEM alone.');

export const SvcSessionBegunEvent = closed(
  {
    identifier,
    username,
    system,
    rotatedIdentifier: nullable(text('Identifier that the session had before it got a new token; null for a new one.')),
    date: dateTime('When it began.'),
  },
  'SvcSessionBegunEvent',
);

export const SvcSessionClosedEvent = closed(
  {
    identifier,
    username,
    system,
    reason: text('Close reason, or IDLE or ABSOLUTE for a session that ran out.'),
    closedBy: nullable(text('Who closed it; null for a session that ran out.')),
    date: dateTime('When it was closed, or was found to have run out.'),
  },
  'SvcSessionClosedEvent',
);

export const SvcSessionAllClosedEvent = closed(
  {
    count: long('Sessions that were open then, as far as it was counted.'),
    includeSystem: flag('Whether sessions of services were closed too.'),
    closedBy: text('Who closed them.'),
    date: dateTime('From when on none of them lives.'),
  },
  'SvcSessionAllClosedEvent',
);

export const SvcSessionResyncEvent = closed({}, 'SvcSessionResyncEvent');

/** Declares the events of `GET /session/events`. */
export const sessionStreamEvents = {
  begun: SvcSessionBegunEvent,
  closed: SvcSessionClosedEvent,
  'all-closed': SvcSessionAllClosedEvent,
  resync: SvcSessionResyncEvent,
} as const;
