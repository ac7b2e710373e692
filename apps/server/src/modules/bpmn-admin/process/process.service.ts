// Finds processes: one, pages and lists, with content on request; and deletes them.
import {
  processSortStandard,
  resolvePageable,
  rowsWithContentMax,
  type SvcBpmnProcessModel,
  type SvcBpmnProcessQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import type { Judge } from '../content/prepare-content.ts';
import { findCurrentVersion, listNamespaces, processes } from '../record/process.store.ts';
import type { ToProcessModels, Wanted } from './show-processes.ts';

interface ProcessGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly judge: () => Judge;
  readonly toModels: ToProcessModels;
}

export type ProcessService = ReturnType<typeof createProcessService>;

export function createProcessService({ database, clock, judge, toModels }: ProcessGround) {
  function queryOf({ caller }: Act, body: SvcBpmnProcessQueryModel) {
    const { deployable, ...filters } = body;
    if (deployable === null || deployable === undefined) return filters;
    const strictness = judge().strictnessOf(caller.tenantIdentifier);
    return { ...filters, ...(deployable ? { deployableUnder: strictness } : { refusedUnder: strictness }) };
  }

  const pageableOf = (body: SvcBpmnProcessQueryModel) => resolvePageable(body.pageable, processSortStandard);
  const wantsContent = ({ withXml, withSvg }: Wanted): boolean => withXml === true || withSvg === true;

  return {
    async get(act: Act, key: { readonly id: number } | { readonly code: string }, wanted: Wanted) {
      const [model] = await toModels(act, [await processes.get(database, act.caller, key)], wanted);
      return model!;
    },

    async page(act: Act, body: SvcBpmnProcessQueryModel) {
      const pageable = pageableOf(body);
      if (wantsContent(body) && pageable.pageSize > rowsWithContentMax) {
        const message = `Must be at most ${rowsWithContentMax} with contents.`;
        invalid({ field: 'pageable.pageSize', code: 'OUT_OF_RANGE', message });
      }
      const { rows, total } = await processes.page(database, act.caller, queryOf(act, body), pageable);
      return pageBody(await toModels(act, rows, body), total, pageable);
    },

    async list(act: Act, body: SvcBpmnProcessQueryModel): Promise<SvcBpmnProcessModel[]> {
      const rows = await processes.list(database, act.caller, queryOf(act, body), pageableOf(body));
      if (wantsContent(body) && rows.length > rowsWithContentMax) {
        fail('RESULT_TOO_LARGE', { parameters: { limit: rowsWithContentMax } });
      }
      return toModels(act, rows, body);
    },

    namespaces: ({ caller }: Act): Promise<string[]> => listNamespaces(database, caller.tenantIdentifier),

    async currentVersion({ caller }: Act, code: string): Promise<number> {
      return (
        (await findCurrentVersion(database, caller.tenantIdentifier, code)) ??
        failNotFound('PROCESS_NOT_FOUND', { code })
      );
    },

    /** Deletes a process; its deployments stay. */
    remove: (act: Act, id: number): Promise<void> =>
      database.transaction(async (tx) => {
        const row = await processes.lock(tx, act.caller, { id });
        await processes.remove(tx, row, { by: act.caller.username, now: new Date(clock.now()) });
        await act.record(
          tx,
          bpmnAdminEvents.removed,
          { name: row.code, tenantIdentifier: row.tenantIdentifier },
          processes.detail(row, null),
        );
      }),
  };
}
