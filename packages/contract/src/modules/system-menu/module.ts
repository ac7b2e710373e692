// Declares the system menu: applications, menu items, favorites, and who sees which item.
import { defineModule } from '../../operations/define.ts';
import { menuAuthorities } from './menu-authorities.ts';
import { changeOperations } from './reading/change-operations.ts';
import { favoriteOperations } from './reading/favorite-operations.ts';
import { previewOperations } from './reading/preview-operations.ts';
import { recentOperations } from './reading/recent-operations.ts';
import { searchOperations } from './reading/search-operations.ts';
import { applicationOperations } from './records/application-operations.ts';
import { itemOperations } from './records/item-operations.ts';
import { menuAuthorityOperations } from './records/menu-authority-operations.ts';
import { overlayOperations } from './records/overlay-operations.ts';
import { menuQueryOperations } from './records/query-operations.ts';
import { menuTransferOperations } from './records/transfer-operations.ts';

export const systemMenuContract = defineModule({
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
