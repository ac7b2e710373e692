// Tells how what a person keeps of the menu would be reached from another tenant.
import type { Reach } from '../reach.ts';
import { favoritesLeft, foreignFavorite, foreignItem, fresh, none, nothing } from './reach-case.ts';

export const favoriteReaches: Readonly<Record<string, Reach>> = {
  favorite_getDataList: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignFavorite(foreign);
      const answer = await systemMenu.favorite_getDataList({ query: { includeHidden: true } });
      return answer.ok ? { ...answer, body: answer.body.filter((one) => one.uuid === uuid).length } : answer;
    },
    ...none,
  },
  favorite_save: {
    // The page of another tenant's item is nobody's.
    async call({ systemMenu }, foreign) {
      const { path } = await foreignItem(foreign, systemMenu);
      return systemMenu.favorite_save({ body: { path: path ?? '' } });
    },
    stranger: { menuItemUuid: null },
    everywhere: { menuItemUuid: null },
  },
  favorite_update: {
    async call({ systemMenu }, foreign) {
      const { uuid, version } = await foreignFavorite(foreign);
      return systemMenu.favorite_update({ body: { uuid, version, groupName: 'Taken' } });
    },
    ...nothing('FAVORITE_NOT_FOUND'),
  },
  exist: {
    async call({ systemMenu }, foreign) {
      const { path } = await foreignFavorite(foreign, `/${fresh()}`);
      return systemMenu.exist({ body: path });
    },
    stranger: false,
    everywhere: false,
  },
  getRecentList: {
    async call({ systemMenu }, foreign) {
      const path = `/${fresh()}`;
      await foreign.person.sure.systemMenu.addRecent({ body: { path } });
      const answer = await systemMenu.getRecentList();
      return answer.ok ? { ...answer, body: answer.body.filter((one) => one.path === path).length } : answer;
    },
    ...none,
  },
  deleteByPath: {
    async call({ systemMenu }, foreign) {
      const { path } = await foreignFavorite(foreign);
      const answer = await systemMenu.deleteByPath({ body: path });
      return answer.ok ? { ...answer, body: await favoritesLeft(foreign) } : answer;
    },
    stranger: 1,
    everywhere: 1,
  },
  favorite_updateAll: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignFavorite(foreign);
      return systemMenu.favorite_updateAll({ body: [{ uuid, groupName: 'Taken' }] });
    },
    ...nothing('FAVORITE_NOT_FOUND'),
  },
  favorite_deleteByUuid: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignFavorite(foreign);
      const answer = await systemMenu.favorite_deleteByUuid({ params: { uuid } });
      return answer.ok ? { ...answer, body: await favoritesLeft(foreign) } : answer;
    },
    stranger: 1,
    everywhere: 1,
  },
};
