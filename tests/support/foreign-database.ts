// Makes a database of somebody else on the tests' PostgreSQL, over TCP, with a role that may read one table and nothing more.
export {
  type ForeignDatabase,
  startForeignDatabase,
} from '../../apps/server/src/modules/report/adapter/connection/foreign-database.fixture.ts';
