// Lists every screen, and makes of them the routes below `/platform`.
import { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { paths } from '../lib/address.ts';
import { platformPath } from '../lib/base.ts';
import { problemOf } from '../lib/error.ts';
import { authoritiesOf, useCan } from '../lib/session.ts';
import type { Screen } from '../ui/page/screen.ts';
import { Failed, Forbidden, NotFound } from '../ui/page/states.tsx';
import { Shell } from './shell/shell.tsx';

const home: Screen = { page: 'home', operation: null, load: async () => (await import('./home/home.tsx')).Home };

const screens: readonly Screen[] = [home];

function Allowed({ operation, children }: { readonly operation: Screen['operation']; readonly children: ReactNode }) {
  const can = useCan();
  if (operation !== null && !can(operation)) return <Forbidden authorities={authoritiesOf(operation)} />;
  return children;
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
});

function routeOf({ page, operation, load }: Screen) {
  const Shown = lazy(async () => ({ default: await load() }));
  return createRoute({
    getParentRoute: () => root,
    path: paths[page],
    component: () => (
      <Allowed operation={operation}>
        <Shown />
      </Allowed>
    ),
    errorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
  });
}

export const router = createRouter({
  routeTree: root.addChildren(screens.map(routeOf)),
  basepath: platformPath,
  scrollRestoration: true,
});

/** What the server refused is refused again; what did not arrive may arrive the second time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && problemOf(error).code === null,
      throwOnError: false,
    },
  },
});
