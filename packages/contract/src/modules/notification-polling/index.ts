// The door of this module's part of the contract.
export { notificationPollingModule } from './module.ts';
