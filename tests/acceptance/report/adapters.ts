// Makes data adapters for scenarios.
import type { SvcRToolReportDataAdapterModelInput } from '@keelson/contract';
import type { Person } from '../../support/people.ts';

export type AdapterChanges = Partial<SvcRToolReportDataAdapterModelInput>;

/** Stores an adapter that leads to a database of a name that nobody knows, unless the changes say otherwise. */
export async function adapterBy(person: Person, code: string, changes: AdapterChanges = {}) {
  const given = {
    code,
    name: 'Orders of the shop',
    url: 'postgresql://orders.example:5432/orders',
    username: 'report_reader',
    secret: 'four lanterns over a still canal',
  } as const;
  const { body } = await person.sure.report.saveAdapter({ body: { ...given, ...changes } });
  return { ...body, params: { code } };
}
