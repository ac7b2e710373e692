// Says which of the things that models name are there: what the tenant has deployed, its templates, its settings, and its forms.
import type { Kernel } from '../../../kernel/module.ts';
import type { BpmnEngineApi } from '../../bpmn-engine/api.ts';
import type { MailApi } from '../../mail-notification/api.ts';
import type { Definer, Reference, ReferenceKind } from '../record/reference.store.ts';

export interface UsedGround extends Pick<Kernel, 'settings'> {
  readonly engine: () => Pick<BpmnEngineApi, 'findDeployedKeys'>;
  readonly mail: () => Pick<MailApi, 'findTemplateCodes'>;
}

/** Whether a referenced thing is there; null where nobody knows. */
export type IsThere = (reference: Pick<Reference, 'kind' | 'key' | 'computed'>) => boolean | null;

export function createUsedFinder({ settings, engine, mail }: UsedGround) {
  /** Nothing of another tenant is there. A form is one that is kept here: the engine has none. */
  return async (
    tenantIdentifier: string,
    used: readonly Pick<Reference, 'kind' | 'key' | 'computed'>[],
    definers: readonly Definer[],
  ): Promise<IsThere> => {
    const keysOf = (wanted: ReferenceKind): readonly string[] => [
      ...new Set(used.filter(({ kind, computed }) => kind === wanted && !computed).map(({ key }) => key)),
    ];
    const deployed = await engine().findDeployedKeys(tenantIdentifier, {
      processes: keysOf('PROCESS'),
      decisions: keysOf('DECISION'),
    });
    const known: Partial<Record<ReferenceKind, ReadonlySet<string>>> = {
      PROCESS: deployed.processes,
      DECISION: deployed.decisions,
      FORM: new Set(definers.filter(({ type }) => type === 'FORM').flatMap(({ definedKeys }) => definedKeys)),
      MAIL_TEMPLATE: await mail().findTemplateCodes(tenantIdentifier, keysOf('MAIL_TEMPLATE')),
      SETTING: new Set(keysOf('SETTING').filter((code) => settings.shown(code, tenantIdentifier) !== undefined)),
    };
    return ({ kind, key, computed }) => (computed ? null : (known[kind]?.has(key) ?? null));
  };
}
