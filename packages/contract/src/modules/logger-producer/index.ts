// Exports what this module adds to the contract.
export { loggerProducerModule } from './module.ts';
