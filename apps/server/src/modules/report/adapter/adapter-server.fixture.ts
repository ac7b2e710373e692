// Starts a server for tests of data adapters, with a database elsewhere and short calls.
import type { SvcRToolReportDataAdapterModel, SvcRToolResolvedReportDataAdapterModel } from '@keelson/contract';
import { createAddressGuard } from '../../../kernel/outbound/address-guard.ts';
import type { Answer } from '../../../testing/sign-in.ts';
import { type ReportServer, startReportServer } from '../report-server.fixture.ts';
import { createAdapterGround } from './adapter-ground.ts';
import { type ForeignDatabase, startForeignDatabase } from './connection/foreign-database.fixture.ts';
import { createOwnDatabase } from './connection/own-database.ts';
import { createOfferedConnections } from './offered-connections.ts';

export { query, signInWith } from '../report-server.fixture.ts';

type Model = SvcRToolReportDataAdapterModel;

export interface AdapterServer extends ReportServer {
  readonly foreign: ForeignDatabase;
  /** Is a body that leads to the database elsewhere, under a new code. */
  body(changes?: object): Record<string, unknown> & { readonly code: string };
  save(changes?: object, token?: string): Promise<Answer<Model>>;
  /** The same, where it is not refused. */
  adapter(changes?: object): Promise<Model>;
  update(body: object, token?: string): Promise<Answer<Model>>;
  discover(query?: string, token?: string): Promise<Answer<SvcRToolResolvedReportDataAdapterModel[]>>;
}

export async function startAdapterServer(): Promise<AdapterServer> {
  const [server, foreign] = await Promise.all([startReportServer(), startForeignDatabase()]);
  const { admin } = server;
  const stopServer = server.stop.bind(server);
  let made = 0;
  const body: AdapterServer['body'] = (changes = {}) => {
    made += 1;
    const { url, reader } = foreign;
    return { code: `orders-${made}`, name: 'Orders', url, allowedHostList: ['127.0.0.1'], ...reader, ...changes };
  };
  const save: AdapterServer['save'] = (changes, token = admin) =>
    server.as<Model>(token, 'POST', '/report-data-adapters', body(changes));
  return Object.assign(server, {
    foreign,
    body,
    save,
    async adapter(changes?: object) {
      const answer = await save(changes);
      if (answer.status !== 200) throw new Error(`the adapter was refused: ${answer.text}`);
      return answer.body;
    },
    update: (changes: object, token = admin) => server.as<Model>(token, 'PUT', '/report-data-adapters', changes),
    discover: (text = '', token = admin) =>
      server.as<SvcRToolResolvedReportDataAdapterModel[]>(
        token,
        'GET',
        `/executable-reports/report-data-adapters/discover${text === '' ? '' : `?${text}`}`,
      ),
    async stop() {
      await stopServer();
      await foreign.close();
    },
  });
}

/** What other parts of the module are handed, beside that of the server. */
export function offeredBy({ kernel }: ReportServer) {
  const own = createOwnDatabase(kernel.database);
  return createOfferedConnections(createAdapterGround({ ...kernel, guard: createAddressGuard(), own }));
}
