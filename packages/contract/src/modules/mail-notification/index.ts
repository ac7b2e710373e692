// Exports what this module adds to the contract.
export * from './mail-models.ts';
export { mailNotificationModule } from './module.ts';
