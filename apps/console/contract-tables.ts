// Makes of the contract what pages need of it: a table of operations, who may call each, and the schema of a body by its name.
import { callTable } from '@keelson/client';
import { moduleKey, moduleTable, type Operation } from '@keelson/contract';

/** Begin of the modules' names; the rest says which part of the contract is asked for. */
const PREFIX = 'contract:';

/** Writes each call as a list without its usual end: most are JSON in and out. */
function operationsSource(): string {
  const usual = ['none', 'enveloped', 'application/json', ''];
  const table = Object.entries(callTable()).map(([module, shapes]) => {
    const rows = Object.entries(shapes).map(([key, { method, path, body, reply, accept, rawType }]) => {
      const row = [method, path, body, reply, accept, rawType];
      while (row.length > 2 && row.at(-1) === usual[row.length - 3]) row.pop();
      return [key, row];
    });
    return [module, Object.fromEntries(rows)];
  });
  return `
const rows = ${JSON.stringify(Object.fromEntries(table))};
const shape = ([method, path, body = 'none', reply = 'enveloped', accept = 'application/json', rawType = '']) => ({ method, path, body, reply, accept, rawType });
const each = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
export const operations = each(rows, (module) => each(module, shape));`;
}

/** Writes the authorities of operations that ask for some; whoever is signed in may call the rest. */
function accessSource(): string {
  const table = moduleTable.map(({ name, operations }) => {
    const rows = Object.entries<Operation>(operations).flatMap(([key, { access }]) =>
      access.kind === 'authority' ? [[key, access.authorities]] : [],
    );
    return [moduleKey(name), Object.fromEntries(rows)];
  });
  return `export const authorities = ${JSON.stringify(Object.fromEntries(table))};`;
}

/** Writes the schema of a body. Throws where the contract has no such operation or it takes no JSON. */
function bodySource(name: string): string {
  const [moduleName, key = ''] = name.split('/');
  const module = moduleTable.find((one) => moduleKey(one.name) === moduleName);
  const operation = (module?.operations as Readonly<Record<string, Operation>> | undefined)?.[key];
  if (operation === undefined || !operation.built || !('schema' in operation.body))
    throw new Error(`The contract has no body of ${name}.`);
  return `export const schema = ${JSON.stringify(operation.body.schema)};`;
}

/** Makes a plugin of Vite; its type is left to the caller, as the tool that builds is the only one that knows Vite. */
export function contractTables() {
  return {
    name: 'contract-tables',
    resolveId(id: string): string | null {
      return id.startsWith(PREFIX) ? `\0${id}` : null;
    },
    load(id: string): { code: string; moduleSideEffects: false } | null {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      const code = name === 'operations' ? operationsSource() : name === 'access' ? accessSource() : null;
      return { code: code ?? bodySource(name.replace(/^body\//, '')), moduleSideEffects: false };
    },
  };
}
