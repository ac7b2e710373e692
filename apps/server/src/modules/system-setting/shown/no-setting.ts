// Ends a request that names no setting, with a suggestion that the caller may see.
import { errorDefinition } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { notFoundError } from '../../../kernel/request/not-found.ts';
import { nearestName } from '../../../kernel/text/nearest.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Definition } from '../system-setting.types.ts';
import { mayView } from './reach.ts';

type Viewer = Pick<Caller, 'holds'> | null;

function nearestSetting(index: SettingIndex, code: string, viewer: Viewer): string | null {
  const seen = (definition: Definition): boolean =>
    viewer === null ? definition.visibility === 'PUBLIC' : mayView(viewer, definition);
  const codes = [...index.all()].flatMap(({ definition }) =>
    definition?.enabled && seen(definition) ? [definition.code] : [],
  );
  return nearestName(code, codes);
}

/** Suggests the setting that was probably meant, if the viewer may see it. Null: nobody has signed in. */
export function failNoSetting(index: SettingIndex, code: string, viewer: Viewer): never {
  const meant = nearestSetting(index, code, viewer);
  const failure = notFoundError('SETTING_NOT_FOUND', [{ setting: code, suggestion: meant ?? undefined }]);
  const { help } = errorDefinition('SETTING_NOT_FOUND');
  if (meant === null) throw failure;
  throw new ServiceError(failure.code, { ...failure.options, detail: `Did you mean ${meant}? ${help}` });
}
