// Declares the operations on what a query of sessions matches: closing it, and the figures of the tenant.
import { closed, flag, long, maybe } from '../../models/schema.ts';
import { authority, fresh } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcSessionQueryModel } from './session-models.ts';
import { SvcSessionStatisticsModel } from './statistics-models.ts';

export const queryOperations = {
  closeByQuery: operation({
    method: 'POST',
    path: '/session/close-by-query',
    summary: 'Closes the sessions that a query matches',
    description:
      'All that /page lists for the same model, whatever its pageable, and what hangs on them; sessions that have ended are left ' +
      'as they are. A model that narrows nothing but tenant, kind and status is refused: that is /close-all. More than 1,000 are ' +
      'dead at once, their rows follow in the background. Answers how many.',
    access: fresh(authority('SESSION_CLOSE')),
    effect: 'write',
    query: closed({
      dryRun: maybe(flag('Counts what would be closed and closes nothing; default false.')),
      includeCurrent: maybe(flag('Closes the current session too where it matches; default false.')),
    }),
    body: { kind: 'json', schema: SvcSessionQueryModel },
    // Cookies travel with the headers.
    reply: { kind: 'json', schema: long('Number of sessions closed, or with dryRun matched.'), headers: {} },
    errors: ['ACCESS_DENIED'],
  }),
  statistics: operation({
    method: 'GET',
    path: '/session/statistics',
    summary: 'Figures of the sessions of the tenant',
    description: 'Read from the database each time but for the cache, which is that of the answering process.',
    access: authority('SESSION_VIEW'),
    effect: 'read',
    passive: true,
    reply: { kind: 'json', schema: SvcSessionStatisticsModel },
  }),
};
