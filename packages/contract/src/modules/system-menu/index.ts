// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { systemMenuTurkish } from './documentation/turkish.ts';
import { systemMenuContract } from './module.ts';

export {
  type MenuMatchType,
  type MenuScope,
  menuOrderMax,
  SvcMenuGrantModel,
} from './menu-fields.ts';
export { menuStreamEvents } from './reading/change-operations.ts';
export * from './reading/favorite-models.ts';
export { SvcMenuPreviewModel, SvcMenuVisibilityModel } from './reading/preview-operations.ts';
export { SvcMenuRecentModel } from './reading/recent-operations.ts';
export { SvcMenuHitModel, SvcMenuSearchModel } from './reading/search-operations.ts';
export * from './records/application-models.ts';
export * from './records/item-models.ts';
export * from './records/menu-authority-models.ts';
export * from './records/query-models.ts';
export * from './records/transfer-models.ts';

export const systemMenuModule: Documented<typeof systemMenuContract> = documented(systemMenuContract, {
  examples,
  turkish: systemMenuTurkish,
});
