// Declares what a person does not want to be notified of.
import type { Static } from 'typebox';
import { choice, closed, list, optional, text } from '../../models/schema.ts';
import { sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { announcementTypes } from './announcement-models.ts';

const applicationsMax = 200;

const fields = {
  mutedTypeList: list(choice(announcementTypes, 'Type.'), 'Types that are neither counted nor pushed; not CRITICAL.', {
    maxItems: announcementTypes.length,
  }),
  mutedApplicationList: list(
    text('Application.', { minLength: 1, maxLength: 128 }),
    'Applications of which nothing is counted or pushed, but what is CRITICAL.',
    { maxItems: applicationsMax },
  ),
} as const;

export const SvcPollingPreferenceModel = closed(fields, 'SvcPollingPreferenceModel');
export type SvcPollingPreferenceModel = Static<typeof SvcPollingPreferenceModel>;

export const SvcPollingPreferenceUpdateModel = closed(
  { mutedTypeList: optional(fields.mutedTypeList), mutedApplicationList: optional(fields.mutedApplicationList) },
  'SvcPollingPreferenceUpdateModel',
);
export type SvcPollingPreferenceUpdateModel = Static<typeof SvcPollingPreferenceUpdateModel>;

const reply = { kind: 'json', schema: SvcPollingPreferenceModel } as const;

export const preferenceOperations = {
  getPreference: operation({
    method: 'GET',
    path: '/polling/user/preference',
    summary: 'What the caller does not want to be notified of',
    description: 'Muted ones are listed as before. What is CRITICAL, and what has to be acknowledged, cannot be muted.',
    access: sessionAccess,
    effect: 'read',
    reply,
  }),
  savePreference: operation({
    method: 'PUT',
    path: '/polling/user/preference',
    summary: 'Changes what the caller does not want to be notified of',
    description: 'A missing field stays as it was, null clears it. Counts and streams follow at once.',
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcPollingPreferenceUpdateModel },
    reply,
  }),
};
