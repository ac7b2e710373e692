// Exports what this module adds to the contract.
export { reportModule } from './module.ts';
