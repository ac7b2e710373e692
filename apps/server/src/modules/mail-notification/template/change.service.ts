// Enables, disables and deletes templates.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { mailEvents } from '../mail.events.ts';
import { cancelPending } from '../record/cancel-pending.store.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import { templateEvents } from '../template.events.ts';
import { changeTemplate, listUsersOf } from './record/template.store.ts';
import type { Template } from './record/template.types.ts';
import { fieldsOf, knownOf, recordTemplate, type TemplateGround } from './template-ground.ts';

const CANCELLED_AT_ONCE = 1_000;

export function createChangeService(
  ground: TemplateGround & { readonly partitions: Pick<MailPartitions, 'makeRoomForChange'> },
) {
  const { database, clock, partitions, writes, sources, requireTemplate, requireWhole } = ground;

  const touched = (act: Act, one: Template): Template => ({
    ...one,
    updatedBy: act.caller.username,
    dateUpdated: new Date(clock.now()),
  });
  const store = (act: Act, after: Template, event: DefinedEvent) => async (tx: Transaction) => {
    await changeTemplate(tx, after);
    await recordTemplate(tx, act, event, after);
  };

  /**
   * Cancels the mails of a disabled template, to which none is added any more. Each step is a transaction of its own,
   * as there may be many.
   */
  async function cancel(act: Act, { tenantIdentifier, code: templateCode }: Template): Promise<void> {
    let isLast = false;
    while (!isLast) {
      await partitions.makeRoomForChange(clock.now());
      isLast = await database.transaction(async (tx) => {
        const by = { now: new Date(clock.now()), username: act.caller.username, limit: CANCELLED_AT_ONCE };
        const count = await cancelPending(tx, { tenantIdentifier, templateCode }, by);
        if (count > 0) await act.record(tx, mailEvents.cancelled, templateCode, { templateCode, count });
        return count < CANCELLED_AT_ONCE;
      });
    }
  }

  return {
    /** Enables a template, whose version stays. 422 TEMPLATE_REFERENCE_NOT_FOUND where a template that it uses is gone. */
    async activate(act: Act, uuid: string): Promise<void> {
      await writes.run(act.caller.tenantIdentifier, async () => {
        const whole = await requireWhole(act, { uuid });
        const { template, contents } = whole;
        if (template.enabled) return null;
        await sources.compile(template.tenantIdentifier, {
          fields: fieldsOf(template),
          contents,
          known: knownOf(whole),
        });
        return store(act, { ...touched(act, template), enabled: true }, templateEvents.templateActivated);
      });
    },
    /** Disables a template. `withPending` cancels its mails that were not sent, also where it is disabled already. */
    async deactivate(act: Act, uuid: string, withPending: boolean): Promise<void> {
      const template = await requireTemplate(act, { uuid });
      await writes.run(act.caller.tenantIdentifier, async () => {
        const found = await requireTemplate(act, { uuid });
        if (!found.enabled) return null;
        return store(act, { ...touched(act, found), enabled: false }, templateEvents.templateDeactivated);
      });
      if (withPending) await cancel(act, template);
    },
    /** Deletes a template: the row stays, marked as deleted; its code is free. */
    async remove(act: Act, uuid: string): Promise<void> {
      await writes.run(act.caller.tenantIdentifier, async () => {
        const template = await requireTemplate(act, { uuid });
        const { code, system, tenantIdentifier } = template;
        if (system) fail('TEMPLATE_IN_USE', { errorArguments: [{ system: true, templateCode: code }] });
        const users = await listUsersOf(database, tenantIdentifier, code);
        if (users.length > 0) {
          fail('TEMPLATE_IN_USE', {
            errorArguments: users.map((user) => ({ templateCode: user.code, uuid: user.uuid })),
          });
        }
        const after = touched(act, template);
        const gone = { ...after, deleted: true, deletedDate: after.dateUpdated };
        return store(act, gone, templateEvents.templateRemoved);
      });
    },
  };
}

export type ChangeService = ReturnType<typeof createChangeService>;
