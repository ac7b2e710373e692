// Finds the views of flags that a revision changed.
import type { SettingRows } from '../snapshot/entry-table.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Definition } from '../system-setting.types.ts';
import { type FlagView, sees } from './flag-view.ts';

export function createFlagChanges(index: Pick<SettingIndex, 'find'>) {
  /** Definitions before the change, as a hidden or deleted one was visible. */
  const before = new Map<string, Definition>();

  const wasSeen = (view: FlagView, code: string): boolean => {
    const definition = before.get(code);
    return definition !== undefined && sees(view, definition);
  };
  return {
    /** Says whether the view shows, or showed, one of the rows; call it before `note`. */
    concern(view: FlagView, { definitions, values }: SettingRows): boolean {
      const { tenantIdentifier: ours } = view;
      return (
        definitions.some((one) => (!one.deleted && sees(view, one)) || wasSeen(view, one.code)) ||
        values.some(({ code, tenantIdentifier }) => {
          if (tenantIdentifier !== null && tenantIdentifier !== ours) return false;
          const definition = index.find(code)?.definition;
          return definition !== undefined && definition !== null && sees(view, definition);
        })
      );
    },
    /** Remembers the visible definitions after the change. */
    note({ definitions }: SettingRows, whole: boolean): void {
      if (whole) before.clear();
      for (const definition of definitions) {
        if (definition.deleted) before.delete(definition.code);
        else before.set(definition.code, definition);
      }
    },
  };
}
