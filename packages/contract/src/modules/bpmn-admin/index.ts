// Exports what this module adds to the contract.
export { bpmnAdminModule } from './module.ts';
