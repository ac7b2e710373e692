// System menu: applications, menu items, favorites, and who sees which item.
import { defineModule } from '../operations/define.ts';
import { menuAuthorities } from './system-menu/menu-authorities.ts';
import { changeOperations } from './system-menu/reading/change-operations.ts';
import { favoriteOperations } from './system-menu/reading/favorite-operations.ts';
import { previewOperations } from './system-menu/reading/preview-operations.ts';
import { recentOperations } from './system-menu/reading/recent-operations.ts';
import { searchOperations } from './system-menu/reading/search-operations.ts';
import { applicationOperations } from './system-menu/records/application-operations.ts';
import { itemOperations } from './system-menu/records/item-operations.ts';
import { menuAuthorityOperations } from './system-menu/records/menu-authority-operations.ts';
import { overlayOperations } from './system-menu/records/overlay-operations.ts';
import { menuQueryOperations } from './system-menu/records/query-operations.ts';
import { menuTransferOperations } from './system-menu/records/transfer-operations.ts';

export const systemMenuModule = defineModule({
  name: 'system-menu',
  title: 'System menu',
  prefixes: [],
  operations: {
    ...applicationOperations,
    ...itemOperations,
    ...menuAuthorityOperations,
    ...overlayOperations,
    ...searchOperations,
    ...menuQueryOperations,
    ...menuTransferOperations,
    ...favoriteOperations,
    ...recentOperations,
    ...previewOperations,
    ...changeOperations,
  },
  authorities: menuAuthorities,
});
