// Holds the fields and bounds that several records of the directory share.
import { integer, optional, text, uuid } from '../../../models/schema.ts';

export const usernameMax = 254;
export const nameMax = 200;
export const descriptionMax = 2_000;
export const searchTextMax = 254;

export const roleCode = text('Code of a role.', { pattern: '^ROLE_[A-Z0-9_]{1,60}$' });
export const authorityName = text('Authority.', { minLength: 1, maxLength: 128 });
export const tenantIdentifier = text('Tenant; default that of the creator, another needs TENANT_ALL.', {
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9._-]+$',
});
export const recordUuid = uuid('Identifier of the record.');
export const recordVersion = integer('Version of the record that was read.', { minimum: 0 });
export const searchText = (fields: string) => optional(text(`Contained in ${fields}.`, { maxLength: searchTextMax }));
