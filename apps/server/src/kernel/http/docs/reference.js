// Shows the document in Swagger UI: all operations at once by their names, and of each what it needs when a person opens it.
// The whole document would keep a browser busy for seconds, because every reference in it is followed before anything is shown.
/* global SwaggerUIBundle */
const place = document.getElementById('reference');
const darkness = matchMedia('(prefers-color-scheme: dark)');

function followDarkness() {
  document.documentElement.classList.toggle('dark-mode', darkness.matches);
}

/** Names the operation of every method, without what it needs. */
function briefPaths(paths) {
  const brief = ({ tags, summary, operationId }) => ({ tags, summary, operationId, responses: {} });
  const briefItem = (item) => Object.fromEntries(Object.entries(item).map(([method, one]) => [method, brief(one)]));
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, briefItem(item)]));
}

function componentOf(whole, reference) {
  const [, , kind, name] = reference.split('/');
  return [kind, name, whole.components[kind]?.[name]];
}

/** Adds the references of a part of the document, and those of what they lead to. */
function collectReferences(whole, part, found) {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key !== '$ref' || typeof value !== 'string') collectReferences(whole, value, found);
    else if (!found.has(value)) {
      found.add(value);
      collectReferences(whole, componentOf(whole, value)[2], found);
    }
  }
}

/** Answers a document of what stands at a place and of what that refers to: one operation, or no more than how to sign in. */
function documentOf(whole, [part, path, method]) {
  const { securitySchemes } = whole.components;
  if (part !== 'paths') return { ...whole, paths: {}, components: { securitySchemes } };
  const operation = whole.paths[path][method];
  const found = new Set();
  collectReferences(whole, operation, found);
  const components = { securitySchemes };
  for (const reference of found) {
    const [kind, name, component] = componentOf(whole, reference);
    components[kind] = { ...components[kind], [name]: component };
  }
  return { ...whole, paths: { [path]: { [method]: operation } }, components };
}

/** Is the plugin that has Swagger UI's own resolver look at what is shown, an operation that is opened, in place of the whole document. */
function resolveEachOperation(whole) {
  const asked = new Set();
  const resolve = async ({ fn, specActions, errActions }, at) => {
    const baseDoc = new URL(`v3/api-docs/${asked.size}`, location.href).href;
    try {
      const { spec } = await fn.resolveSubtree(documentOf(whole, at), at, { baseDoc });
      specActions.updateResolvedSubtree(at, spec);
    } catch (error) {
      errActions.newThrownErr(error);
    }
  };
  const requestResolvedSubtree = (_original, system) => (at) => {
    const key = at.join(' ');
    if (asked.has(key)) return undefined;
    asked.add(key);
    return resolve(system, at);
  };
  return () => ({ statePlugins: { spec: { wrapActions: { requestResolvedSubtree } } } });
}

/** Operations are called below the path that this page stands below; what a person enters as a credential is not kept. */
function show(whole) {
  const { pathname } = new URL('.', location.href);
  const servers = [{ url: pathname === '/' ? '/' : pathname.replace(/\/$/, '') }];
  const { securitySchemes } = whole.components;
  const brief = { ...whole, servers, paths: briefPaths(whole.paths), components: { securitySchemes } };
  SwaggerUIBundle({
    spec: brief,
    domNode: place,
    plugins: [resolveEachOperation({ ...whole, servers })],
    docExpansion: 'list',
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    persistAuthorization: false,
    validatorUrl: null,
  });
}

function tellFailure(error) {
  console.error(error);
  const told = document.createElement('p');
  told.setAttribute('role', 'alert');
  told.textContent = place.dataset.failed;
  place.replaceChildren(told);
}

async function load() {
  const answer = await fetch(place.dataset.document);
  if (!answer.ok) throw new Error(`the document was answered ${answer.status}`);
  return answer.json();
}

followDarkness();
darkness.addEventListener('change', followDarkness);
load().then(show).catch(tellFailure);
