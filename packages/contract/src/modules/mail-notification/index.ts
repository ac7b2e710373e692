// The door of this module's part of the contract.
export * from './mail-models.ts';
export { mailNotificationModule } from './module.ts';
