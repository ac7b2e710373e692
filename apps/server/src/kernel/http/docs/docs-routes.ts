// Serves the OpenAPI documents and a page that a person can read, both made from the contract when first asked for.
import type { IncomingMessage } from 'node:http';
import { type Language, languages, type ModuleContract, mergedDocument, moduleDocument } from '@keelson/contract';
import type { Config, ModuleName } from '../../process/config.ts';
import { preferredLanguages } from '../../request/languages.ts';
import { send, setHeaders } from '../exchange/reply.ts';
import type { PlainRoute } from '../http-server.ts';
import { docsPagePolicy, renderDocsPage } from './docs-page.ts';

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

/** Answers the language that the address names, else the first one that the browser prefers and the page has. */
function languageOf({ url = '', headers }: IncomingMessage): Language {
  const named = /[?&]language=([a-z]{2})(?:&|$)/.exec(url)?.[1];
  const asked = [named ?? '', ...preferredLanguages(headers['accept-language'] ?? '')];
  const found = asked.map((tag) => languages.find((language) => language === tag.split('-')[0]));
  return found.find((language) => language !== undefined) ?? 'en';
}

export function createDocsRoutes(
  modules: readonly ModuleContract[],
  prefixes: Config['prefixes'],
  version: string,
  home: 'docs' | 'platform',
): readonly PlainRoute[] {
  const routes: PlainRoute[] = [];
  for (const module of modules) {
    const text = once(() => JSON.stringify(moduleDocument(module, version)));
    routes.push(documentRoute(`/v3/api-docs/${module.name}`, text));
    for (const prefix of [...module.prefixes, ...(prefixes[module.name as ModuleName] ?? [])]) {
      routes.push(documentRoute(`${prefix}/v3/api-docs`, text));
    }
  }
  const pages = {
    en: once(() => renderDocsPage(modules, version, 'en')),
    tr: once(() => renderDocsPage(modules, version, 'tr')),
  };
  return [
    ...routes,
    documentRoute(
      '/v3/api-docs',
      once(() => JSON.stringify(mergedDocument(modules, version))),
    ),
    {
      path: '/docs',
      answer(request, response, sets) {
        const headers = [...sets.html];
        setHeaders(headers, { 'content-security-policy': docsPagePolicy, vary: 'Accept-Language' });
        send(response, 200, headers, pages[languageOf(request)]());
      },
    },
    {
      path: '/',
      // The address is relative, so that it holds behind a gateway that serves this below a path of its own.
      answer: (_request, response, sets) => send(response, 302, [...sets.empty, 'location', home], ''),
    },
  ];
}
