// Exports what this module adds to the contract.
export { notificationPollingModule } from './module.ts';
