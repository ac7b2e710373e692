// Reads the versions of a process, the newest first.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const VERSIONS_SHOWN = 200;

export function versionsQuery(key: string) {
  return queryOptions({
    queryKey: ['versions', key],
    queryFn: async () => {
      const sort = { properties: ['version'], direction: 'DESC' } as const;
      const body = { key, pageable: { pageSize: VERSIONS_SHOWN, sort } };
      return (await api.bpmnEngine.queryDefinitions({ body })).body.data;
    },
  });
}
