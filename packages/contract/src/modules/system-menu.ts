// System menu: applications, menu items, favorites, and who sees which item.
import { defineModule } from '../define.ts';
import { applicationOperations } from './system-menu/application-operations.ts';
import { changeOperations } from './system-menu/change-operations.ts';
import { favoriteOperations } from './system-menu/favorite-operations.ts';
import { itemOperations } from './system-menu/item-operations.ts';
import { menuAuthorities } from './system-menu/menu-authorities.ts';
import { menuAuthorityOperations } from './system-menu/menu-authority-operations.ts';
import { overlayOperations } from './system-menu/overlay-operations.ts';
import { previewOperations } from './system-menu/preview-operations.ts';
import { menuQueryOperations } from './system-menu/query-operations.ts';
import { recentOperations } from './system-menu/recent-operations.ts';
import { searchOperations } from './system-menu/search-operations.ts';
import { menuTransferOperations } from './system-menu/transfer-operations.ts';

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
