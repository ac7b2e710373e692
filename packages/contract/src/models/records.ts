// Declares the fields that every record of the suite carries, as answers hold them and as requests may send them back.
import { dateTime, flag, integer, long, nullable, serverSet, text, uuid } from './schema.ts';

/** Declares the record fields of an answer. */
export const recordFields = {
  id: long('Number of the record.'),
  uuid: uuid('Identifier of the record.'),
  version: integer('Version of the record, raised by every change.'),
  createdBy: nullable(text('Who created the record.')),
  updatedBy: nullable(text('Who changed the record last.')),
  dateCreated: dateTime('When the record was created.'),
  dateUpdated: nullable(dateTime('When the record was changed last.')),
  deletedDate: nullable(dateTime('When the record was deleted; null while it lives.')),
  deleted: flag('True when the record is deleted.'),
} as const;

/** Declares the same fields in the request that creates a record: an answer can be sent back as it is. */
export const serverSetRecordFields = {
  id: serverSet(recordFields.id),
  uuid: serverSet(recordFields.uuid),
  version: serverSet(recordFields.version),
  createdBy: serverSet(text('Who created the record.')),
  updatedBy: serverSet(text('Who changed the record last.')),
  dateCreated: serverSet(recordFields.dateCreated),
  dateUpdated: serverSet(dateTime('When the record was changed last.')),
  deletedDate: serverSet(dateTime('When the record was deleted.')),
  deleted: serverSet(recordFields.deleted),
} as const;
