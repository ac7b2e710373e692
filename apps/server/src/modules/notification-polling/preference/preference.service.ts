// Lets people say what they do not want to be notified of.
import {
  announcementTypes,
  type SvcPollingPreferenceModel,
  type SvcPollingPreferenceUpdateModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { viewerOf } from '../announcement/feature.ts';
import type { Signals } from '../record/signals.ts';
import type { OwnViews } from '../view/own-view.ts';
import { findPreference, lockPreference, type Preference, savePreference } from './preference.store.ts';

function modelOf({ mutedTypes, mutedApplications }: Preference): SvcPollingPreferenceModel {
  return {
    mutedTypeList: announcementTypes.filter((type) => mutedTypes.includes(type)),
    mutedApplicationList: [...mutedApplications],
  };
}

export function createPreferenceService({
  database,
  views,
  signals,
}: Pick<Kernel, 'database'> & { readonly views: OwnViews; readonly signals: Signals }) {
  return {
    find: async (act: Act) => modelOf(await findPreference(database, viewerOf(act.caller))),
    async save(act: Act, body: SvcPollingPreferenceUpdateModel): Promise<SvcPollingPreferenceModel> {
      const at = body.mutedTypeList?.indexOf('CRITICAL') ?? -1;
      if (at >= 0) {
        invalid({ field: `mutedTypeList[${at}]`, code: 'NOT_ALLOWED', message: 'What is critical cannot be muted.' });
      }
      const viewer = viewerOf(act.caller);
      // A person without earlier requests has no state yet, whose number other devices follow.
      await views.of(viewer, true);
      const saved = await database.transaction(async (tx) => {
        await lockPreference(tx, viewer);
        const before = await findPreference(tx, viewer);
        const { mutedTypeList: types, mutedApplicationList: applications } = body;
        const after = {
          mutedTypes: types === undefined ? before.mutedTypes : [...new Set(types)],
          mutedApplications: applications === undefined ? before.mutedApplications : [...new Set(applications)],
        };
        await savePreference(tx, viewer, after);
        return after;
      });
      signals.ownChanged(viewer);
      return modelOf(saved);
    },
  };
}
