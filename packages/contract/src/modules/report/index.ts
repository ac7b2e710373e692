// The door of this module's part of the contract.
export { reportModule } from './module.ts';
