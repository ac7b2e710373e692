// Writes the page of the reference, Swagger UI from its own package, and finds the files that the page is made of.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Language } from '@keelson/contract';
import { iconLink, PRODUCT } from '../product.ts';

/** Scripts and styles come from files of this server alone; answers that are pictures are shown as `blob:`. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

const require = createRequire(import.meta.url);
const own = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export interface ReferenceFile {
  readonly mediaType: string;
  readonly file: string;
}

/** Knows of each file that is served below `/docs/` where it lies and what it is. */
export const referenceFiles: Readonly<Record<string, ReferenceFile>> = {
  'swagger-ui-bundle.js': { mediaType: SCRIPT, file: require.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
  'swagger-ui.css': { mediaType: STYLE, file: require.resolve('swagger-ui-dist/swagger-ui.css') },
  'reference.js': { mediaType: SCRIPT, file: own('./reference.js') },
  'reference.css': { mediaType: STYLE, file: own('./reference.css') },
};

interface Words {
  readonly title: string;
  readonly document: string;
  readonly home: string;
  readonly other: string;
  readonly needsScript: string;
  readonly failed: string;
}

const texts: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Operations',
    document: 'OpenAPI document',
    home: 'Start page',
    other: 'Türkçe',
    needsScript: 'This page needs JavaScript. The OpenAPI document says the same.',
    failed: 'The document could not be loaded. Load the page again in a moment.',
  },
  tr: {
    title: 'İşlemler',
    document: 'OpenAPI belgesi',
    home: 'Başlangıç sayfası',
    other: 'English',
    needsScript: 'Bu sayfa JavaScript gerektirir. OpenAPI belgesi aynı şeyleri söyler.',
    failed: 'Belge yüklenemedi. Biraz sonra sayfayı yeniden yükleyin.',
  },
};

/** Addresses are relative, so that they hold behind a gateway that serves this below a path of its own. */
export function renderReferencePage(language: Language): string {
  const words = texts[language];
  const other = language === 'en' ? 'tr' : 'en';
  const document = `v3/api-docs?language=${language}`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${words.title} · ${PRODUCT}</title>${iconLink}
<link rel="stylesheet" href="docs/swagger-ui.css"><link rel="stylesheet" href="docs/reference.css">
<link rel="preload" as="fetch" crossorigin href="${document}">
<script src="docs/swagger-ui-bundle.js" defer></script><script src="docs/reference.js" type="module"></script></head>
<body><header class="product"><a class="name" href="." title="${words.home}">${PRODUCT}</a>
<nav><a href="${document}">${words.document}</a> <a href="?language=${other}" hreflang="${other}" lang="${other}">${words.other}</a></nav></header>
<main id="reference" data-document="${document}" data-failed="${words.failed}"><noscript><p>${words.needsScript}</p></noscript></main></body></html>
`;
}
