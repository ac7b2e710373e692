// Declares the model of acting as another user.
import type { Static } from 'typebox';
import { choice, closed, optional, text } from '../../../models/schema.ts';
import { usernameMax } from '../directory/directory-fields.ts';
import { tokenDeliveries } from './authentication-models.ts';

const reasonMax = 500;

export const SvcAuthImpersonationModel = closed(
  {
    username: text('User of the own tenant to act as.', { minLength: 1, maxLength: usernameMax }),
    reason: text('Why; the event keeps it.', { minLength: 1, maxLength: reasonMax }),
    tokenDelivery: optional(
      choice(tokenDeliveries, 'Where the token travels; default BODY. COOKIE replaces the session of the browser.'),
    ),
  },
  'SvcAuthImpersonationModel',
);
export type SvcAuthImpersonationModel = Static<typeof SvcAuthImpersonationModel>;
