// Serves the OpenAPI documents in both languages, and the reference that shows them, all made when first asked for.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type Language, languages, type ModuleContract, mergedDocument, moduleDocument } from '@keelson/contract';
import type { Config, ModuleName } from '../../process/config.ts';
import { preferredLanguages } from '../../request/languages.ts';
import { addVary } from '../exchange/compression.ts';
import { send, setHeaders } from '../exchange/reply.ts';
import type { PlainRoute } from '../http-server.ts';
import { productIcon } from '../product.ts';
import { type KeptText, keepText } from './kept-text.ts';
import { type ReferenceFile, referenceFiles, referencePolicy, renderReferencePage } from './reference-page.ts';

/** Answers the language that the address names, else the first one that the client prefers and that there is. */
function languageOf({ url = '', headers }: IncomingMessage): Language {
  const named = /[?&]language=([a-z]{2})(?:&|$)/.exec(url)?.[1];
  const asked = [named ?? '', ...preferredLanguages(headers['accept-language'] ?? '')];
  const found = asked.map((tag) => languages.find((language) => language === tag.split('-')[0]));
  return found.find((language) => language !== undefined) ?? 'en';
}

function keepInEach(make: (language: Language) => string): Readonly<Record<Language, KeptText>> {
  return { en: keepText(() => make('en')), tr: keepText(() => make('tr')) };
}

function documentRoute(path: string, texts: Readonly<Record<Language, KeptText>>): PlainRoute {
  return {
    path,
    answer(request, response, sets) {
      const headers = [...sets.json];
      addVary(headers, 'Accept-Language');
      return texts[languageOf(request)].answer(request, response, headers);
    },
  };
}

function pageRoute(): PlainRoute {
  const pages = keepInEach(renderReferencePage);
  return {
    path: '/docs',
    answer(request, response, sets) {
      const headers = [...sets.html];
      setHeaders(headers, { 'content-security-policy': referencePolicy, vary: 'Accept-Language' });
      return pages[languageOf(request)].answer(request, response, headers);
    },
  };
}

function fileRoute(name: string, { mediaType, file }: ReferenceFile): PlainRoute {
  const text = keepText(() => readFile(file, 'utf8'));
  return {
    path: `/docs/${name}`,
    answer(request, response, sets) {
      const headers = ['content-type', mediaType, 'x-content-type-options', 'nosniff', ...sets.transport];
      return text.answer(request, response, headers);
    },
  };
}

/** A day: the sign changes with a version at the most. */
const ICON_AGE_SECONDS = 86_400;

/** Serves `/favicon.ico`: a browser asks for it where a page names no icon, as for a document in JSON. */
function iconRoute(path: string): PlainRoute {
  return {
    path,
    answer(_request, response, sets) {
      const headers = ['content-type', 'image/svg+xml', ...sets.transport];
      setHeaders(headers, {
        'cache-control': `public, max-age=${ICON_AGE_SECONDS}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
      });
      send(response, 200, headers, productIcon);
    },
  };
}

export function createDocsRoutes(
  modules: readonly ModuleContract[],
  prefixes: Config['prefixes'],
  version: string,
  home: 'docs' | 'platform',
): readonly PlainRoute[] {
  const ofModules = modules.flatMap((module) => {
    const texts = keepInEach((language) => JSON.stringify(moduleDocument(module, version, language)));
    const served = [...module.prefixes, ...(prefixes[module.name as ModuleName] ?? [])];
    const paths = [`/v3/api-docs/${module.name}`, ...served.map((prefix) => `${prefix}/v3/api-docs`)];
    return paths.map((path) => documentRoute(path, texts));
  });
  const merged = keepInEach((language) => JSON.stringify(mergedDocument(modules, version, language)));
  return [
    ...ofModules,
    documentRoute('/v3/api-docs', merged),
    pageRoute(),
    ...Object.entries(referenceFiles).map(([name, file]) => fileRoute(name, file)),
    ...['/favicon.ico', '/favicon.svg'].map(iconRoute),
    {
      path: '/',
      // The address is relative, so that it holds behind a gateway that serves this below a path of its own.
      answer: (_request, response, sets) => send(response, 302, [...sets.empty, 'location', home], ''),
    },
  ];
}
