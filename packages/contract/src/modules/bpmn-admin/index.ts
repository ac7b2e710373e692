// The door of this module's part of the contract.
export { bpmnAdminModule } from './module.ts';
