// Declares the operations behind an activation link, by which a user sets the first password.
import { publicAccess } from '../../../operations/access.ts';
import { publicBodyBytesMax } from '../../../operations/body-and-reply.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthActivationModel } from './authentication-models.ts';

export const activationOperations = {
  activate: operation({
    method: 'POST',
    path: '/auth/activate',
    summary: 'Sets the first password by the token of an activation link',
    description:
      'The token works once. A password that breaks the policy is refused with each reason; the token stays usable.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthActivationModel, limitBytes: publicBodyBytesMax },
    errors: ['AUTH_TOKEN_EXPIRED'],
  }),
  activationPage: operation({
    method: 'GET',
    path: '/auth/pages/activate',
    summary: 'The page behind an activation link',
    description:
      'Static page in the language asked for; reads the token from the part of the address after # and posts it.',
    access: publicAccess,
    effect: 'read',
    reply: { kind: 'html' },
  }),
};
