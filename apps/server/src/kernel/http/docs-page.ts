// Writes the readable page of all operations: plain HTML, no script, nothing from elsewhere.
import { errorCodesOf, type ModuleContract, type Operation } from '@keelson/contract';

const style = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
details{border-top:1px solid #8884;padding:.4rem 0}
summary{cursor:pointer}
code{font-family:ui-monospace,monospace}
.method{display:inline-block;min-width:4.5rem;font-weight:600}
.planned summary{opacity:.6}
dt{font-weight:600}
dd{margin:0 0 .5rem}
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function accessText({ access }: Operation): string {
  const names = access.authorities.join(' or ');
  const who = {
    public: 'Everybody',
    session: 'Any live session or API key',
    person: 'Any person; no API keys',
    authority: names,
    'own-or-authority': `Own ones, or ${names}`,
  }[access.kind];
  return access.fresh ? `${who}; needs a fresh sign-in` : who;
}

function entry(title: string, text: string): string {
  return text === '' ? '' : `<dt>${title}</dt><dd>${escapeHtml(text)}</dd>`;
}

function operationHtml(key: string, operation: Operation): string {
  const alias = (operation.aliases ?? []).join(', ');
  const facts = [
    entry('What it does', operation.built ? operation.description : 'Not offered by this version: 501.'),
    entry('Who may call it', accessText(operation)),
    entry('Also at', alias),
    operation.built ? entry('Body', operation.body.kind) + entry('Answer', operation.reply.kind) : '',
    entry('Error codes', errorCodesOf(operation).join(', ')),
  ];
  const head = `<span class="method">${operation.method}</span> <code>${escapeHtml(operation.path)}</code> ${escapeHtml(operation.summary)}`;
  return `<details${operation.built ? '' : ' class="planned"'}><summary>${head}</summary><dl>${entry('Name', key)}${facts.join('')}</dl></details>`;
}

function moduleHtml(module: ModuleContract): string {
  const documents = `<a href="/v3/api-docs/${module.name}">OpenAPI document</a>`;
  const prefixes = module.prefixes.length === 0 ? 'the root' : `the root and ${module.prefixes.join(', ')}`;
  const operations = Object.entries(module.operations).map(([key, operation]) => operationHtml(key, operation));
  return `<section id="${module.name}"><h2>${escapeHtml(module.title)}</h2><p>Served at ${escapeHtml(prefixes)}. ${documents}</p>${operations.join('\n')}</section>`;
}

/** The whole page. */
export function renderDocsPage(modules: readonly ModuleContract[]): string {
  const links = modules.map(({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Keelson: operations</title><style>${style}</style></head>
<body><h1>Keelson</h1>
<p>Every operation of this server, made from the same contract that serves it.
The whole suite as one <a href="/v3/api-docs">OpenAPI 3.1 document</a>.</p>
<nav aria-label="Modules"><ul>${links.join('')}</ul></nav>
<main>${modules.map(moduleHtml).join('\n')}</main></body></html>
`;
}
