// Exports what this module adds to the contract.
import { documented } from '../../documentation/documented.ts';
import { mailNotificationExamples } from './mail-examples.ts';
import { mailNotificationContract } from './module.ts';

export * from './mail-models.ts';

export const mailNotificationModule = documented(mailNotificationContract, { examples: mailNotificationExamples });
