// Is the thread in which statements are parsed: a hostile one takes its time and its stack, and nobody else's.
import { serveLane } from '../../../../kernel/worker/serve-lane.ts';
import { checkSql, loadParser } from './check-sql.ts';
import type { SqlCheck, SqlCheckRequest } from './sql.types.ts';

serveLane<SqlCheckRequest, SqlCheck>(async (request) => {
  await loadParser();
  return checkSql(request);
});
