// Plays the scenarios of files that are uploaded for mails.
import { expect } from 'vitest';
import type { Scenario } from '../world.ts';

const files = { file: [{ fileName: 'offer.txt', bytes: 'Ten chairs', mediaType: 'text/plain' }] };

export const attachmentScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification uploadAttachment': async (as, { admin }) => {
    const { body } = await as(admin).mailNotification.uploadAttachment({ files });
    expect(body).toMatchObject({ name: 'offer.txt', contentType: 'text/plain', size: 10 });
  },
  'mail-notification deleteAttachment': async (as, { admin }) => {
    const { body } = await admin.sure.mailNotification.uploadAttachment({ files });
    const params = { fileUuid: body.fileUuid };
    await as(admin).mailNotification.deleteAttachment({ params });
    await expect(admin.sure.mailNotification.deleteAttachment({ params })).rejects.toThrow();
  },
};
