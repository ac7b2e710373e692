// Makes a record once, also for a request that comes twice: its answer is kept under the key beside the record.
import { hash } from 'node:crypto';
import type { Idempotency } from '../../../kernel/records/idempotency.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { compileView, type MenuView } from '../view/menu-view.ts';
import type { MenuPlan, MenuWriter } from './menu-changes.ts';

export interface Saved<M> {
  readonly model: M;
  readonly revision: number;
}

export interface Saving<M> {
  /** As the contract calls it. */
  readonly operation: string;
  readonly body: object;
  readonly plan: MenuPlan;
  /** The answer, of the menu that holds the record. */
  modelOf(view: MenuView): M;
}

export interface RecordSaver {
  save<M>(caller: Caller, context: Context, saving: Saving<M>): Promise<Saved<M>>;
}

export function createRecordSaver(deps: {
  readonly idempotency: Idempotency;
  readonly snapshot: MenuSnapshot;
  readonly writer: MenuWriter;
}): RecordSaver {
  const { idempotency, snapshot, writer } = deps;
  return {
    async save<M>(caller: Caller, context: Context, { operation, body, plan, modelOf }: Saving<M>) {
      const { tenantIdentifier, identifier } = caller;
      const request = {
        tenantIdentifier,
        callerIdentifier: identifier,
        key: context.idempotencyKey,
        operation: `system-menu.${operation}`,
        bodyHash: hash('sha256', JSON.stringify(body), 'base64url'),
      };
      const once = (work: Parameters<typeof idempotency.run<Saved<M>>>[1]) => idempotency.run(request, work);
      if (request.key === null) {
        const revision = await writer.change(caller, context, 'TENANT', plan);
        return { model: modelOf(snapshot.menuOf(tenantIdentifier).view), revision };
      }
      const answers: Saved<M>[] = [];
      try {
        return await once(async (claim) => {
          await writer.change(caller, context, 'TENANT', plan, async (tx, after, revision) => {
            const saved = { model: modelOf(compileView(after, tenantIdentifier)), revision };
            answers.push(saved);
            await claim.save(tx, saved);
          });
          return answers[0]!;
        });
      } catch (error) {
        // Another process may have made it under this key meanwhile: then that is the answer, else the name is taken.
        if (!(error instanceof ServiceError)) throw error;
        return once(() => Promise.reject(error));
      }
    },
  };
}
