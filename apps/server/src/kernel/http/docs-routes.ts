// Serves the OpenAPI documents and a page that a person can read, both made from the contract when first asked for.
import { type ModuleContract, mergedDocument, moduleDocument } from '@keelson/contract';
import type { Config, ModuleName } from '../process/config.ts';
import { renderDocsPage } from './docs-page.ts';
import { send } from './exchange/reply.ts';
import type { PlainRoute } from './http-server.ts';

/** Runs once; what it makes from the contract never changes while the process lives. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function documentRoute(path: string, text: () => string): PlainRoute {
  return { path, answer: (_request, response, sets) => send(response, 200, [...sets.json], text()) };
}

export function createDocsRoutes(
  modules: readonly ModuleContract[],
  prefixes: Config['prefixes'],
  version: string,
): readonly PlainRoute[] {
  const routes: PlainRoute[] = [];
  for (const module of modules) {
    const text = once(() => JSON.stringify(moduleDocument(module, version)));
    routes.push(documentRoute(`/v3/api-docs/${module.name}`, text));
    for (const prefix of [...module.prefixes, ...(prefixes[module.name as ModuleName] ?? [])]) {
      routes.push(documentRoute(`${prefix}/v3/api-docs`, text));
    }
  }
  const page = once(() => renderDocsPage(modules));
  return [
    ...routes,
    documentRoute(
      '/v3/api-docs',
      once(() => JSON.stringify(mergedDocument(modules, version))),
    ),
    { path: '/docs', answer: (_request, response, sets) => send(response, 200, [...sets.html], page()) },
  ];
}
