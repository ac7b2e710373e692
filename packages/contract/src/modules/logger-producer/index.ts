// The door of this module's part of the contract.
export { loggerProducerModule } from './module.ts';
