// Declares the model of the figures of a tenant's sessions.
import { type Static, Type } from 'typebox';
import { closed, long, nullable } from '../../models/schema.ts';
import { sessionCloseReasons } from './session-models.ts';

const hours = 24;

export const SvcSessionStatisticsModel = closed(
  {
    open: long('Live sessions of people.'),
    system: long('Live sessions of services.'),
    distinctUsers: long('Users with at least one live session.'),
    byAssuranceLevel: Type.Object(
      {
        AAL1: long('Live sessions of people of this level.'),
        AAL2: long('Live sessions of people of this level.'),
      },
      { additionalProperties: false, description: 'Live sessions of people by assurance level.' },
    ),
    beganPerHour: Type.Array(long('Sessions that began in this hour.'), {
      minItems: hours,
      maxItems: hours,
      description:
        'Sessions of people begun in each of the last 24 times 60 minutes, the latest last; rotations count once.',
    }),
    closedPerReason: Type.Object(
      Object.fromEntries(
        sessionCloseReasons.map((reason) => [reason, long('Sessions that ended for this reason.')]),
      ) as Record<(typeof sessionCloseReasons)[number], ReturnType<typeof long>>,
      { additionalProperties: false, description: 'Sessions of people ended in the last 24 hours, by reason.' },
    ),
    cacheHitRatio: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Share of requests that this process answered from memory; null before the first one.',
      }),
    ),
  },
  'SvcSessionStatisticsModel',
);
export type SvcSessionStatisticsModel = Static<typeof SvcSessionStatisticsModel>;
