// Keeps definitions in memory: which version a start uses, and the compiled model of each version that runs here.
import type { ProcessModel, Value } from '@keelson/bpmn-core';
import { LRUCache } from 'lru-cache';
import type { DefinitionStore } from './definition.store.ts';
import type { CompiledDefinition, Definition } from './definition.types.ts';
import type { ModelReader } from './model-reader.ts';

/** Bound of the compiled models that are kept, by the bytes of their files: some 5,000 models of 12 kB. */
const COMPILED_BYTES_MAX = 64 * 1024 * 1024;
/** Bound of the look-ups (latest by key, by id) that are kept; one is some 300 bytes. */
const LOOK_UPS_MAX = 10_000;

/** Words of a file that names others of its deployment; one without them names none. */
const NAMING = ['import', 'resource'];
const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/** A value that is there at once on a hit: starts are the hot path. */
export type Eventually<T> = T | Promise<T>;

/** How a call names what it calls; see the core's orders of calls. */
export type CallOptions = Readonly<Record<string, Value>>;

/** What a call activity names, and from where. */
interface Called {
  readonly tenant: string;
  readonly deploymentId: string;
  readonly target: string;
  readonly options: CallOptions;
}

export function createDefinitionCache(store: DefinitionStore, reader: Pick<ModelReader, 'compile'>) {
  const lookUps = new LRUCache<string, Definition>({ max: LOOK_UPS_MAX });
  const models = new LRUCache<string, CompiledDefinition>({
    maxSize: COMPILED_BYTES_MAX,
    maxEntrySize: COMPILED_BYTES_MAX,
  });
  const compiling = new Map<string, Promise<CompiledDefinition>>();
  let reading = new Map<string, Promise<Definition | null>>();

  /** Remembers a look-up while it is read: starts that come together after a deployment read once, not each over a connection. */
  function remembered(cacheKey: string, load: () => Promise<Definition | null>): Eventually<Definition | null> {
    const known = lookUps.get(cacheKey) ?? reading.get(cacheKey);
    if (known !== undefined) return known;
    const readNow = reading;
    const started = load()
      .then((found) => {
        // What was read before a `forgetLookUps` may be old already.
        if (found !== null && readNow === reading) lookUps.set(cacheKey, found);
        return found;
      })
      .finally(() => readNow.delete(cacheKey));
    readNow.set(cacheKey, started);
    return started;
  }

  async function compile(definitionId: string): Promise<CompiledDefinition> {
    const [definition, resource] = await Promise.all([
      store.findAnywhere(definitionId),
      store.findResource(definitionId),
    ]);
    if (definition === null || resource === null) throw new Error(`definition ${definitionId} has no stored file`);
    const namesOthers = NAMING.some((word) => resource.bytes.includes(word));
    const beside = namesOthers ? await store.findTexts(definition.deploymentId, resource.name) : NO_TEXTS;
    const { id, key, version, name, deploymentId, tenantIdentifier } = definition;
    const { model, ...facts } = await reader.compile(tenantIdentifier, resource.bytes, key, beside);
    const compiled = { id, key, version, name, deploymentId, model, ...facts, ...factsOf(model) };
    models.set(definitionId, compiled, { size: resource.bytes.length + 1 });
    return compiled;
  }

  return {
    findLatest: (tenant: string, key: string) => remembered(`k ${tenant} ${key}`, () => store.findLatest(tenant, key)),
    /** Finds a version by its number or tag, read each time as such starts are rare. */
    findVersion: store.findVersion,
    findTagged: store.findTagged,
    findSearchable: store.findSearchable,
    findById: (tenant: string, id: string) => remembered(`i ${tenant} ${id}`, () => store.findById(tenant, id)),
    /** Finds what a call activity names, in its tenant; null where there is nothing. */
    findCalled(called: Called): Eventually<Definition | null> {
      const { tenant, deploymentId, target, options } = called;
      const { byId, binding, version, versionTag } = options;
      const bound = binding === 'deployment' ? deploymentId : (version ?? versionTag ?? null);
      const cacheKey = `c ${JSON.stringify([tenant, target, byId === true, binding ?? null, bound])}`;
      return remembered(cacheKey, () => readCalled(store, called));
    },
    /** As `findCalled`, as the database has it now. */
    readCalled: (called: Called) => readCalled(store, called),
    /** Answers the model of a version that is known to exist and to be executable. */
    compiled(definitionId: string): Eventually<CompiledDefinition> {
      const hit = models.get(definitionId);
      if (hit !== undefined) return hit;
      const open = compiling.get(definitionId);
      if (open !== undefined) return open;
      const started = compile(definitionId).finally(() => compiling.delete(definitionId));
      compiling.set(definitionId, started);
      return started;
    },
    /** Forgets look-ups, not models; must be called after any deployment or suspension anywhere. */
    forgetLookUps(): void {
      reading = new Map();
      lookUps.clear();
    },
  };
}

export type DefinitionCache = ReturnType<typeof createDefinitionCache>;

function readCalled(
  store: DefinitionStore,
  { tenant, deploymentId, target, options }: Called,
): Promise<Definition | null> {
  const { byId, binding, version, versionTag } = options;
  if (byId === true) return store.findById(tenant, target);
  switch (binding) {
    case 'deployment':
      return store.findInDeployment(tenant, target, deploymentId);
    case 'version':
      return Number.isSafeInteger(Number(version))
        ? store.findVersion(tenant, target, Number(version))
        : Promise.resolve(null);
    case 'versionTag':
      return store.findTagged(tenant, target, String(versionTag));
    default:
      return store.findLatest(tenant, target);
  }
}

function factsOf(model: ProcessModel) {
  return {
    nodeById: new Map(model.nodes.map((node) => [node.id, node])),
    calls: model.nodes.some((node) => node.call !== null),
    compensates: hasCompensationStart(model),
  };
}

function hasCompensationStart({ scopes, nodes }: ProcessModel): boolean {
  return (scopes[0]?.eventSubProcesses ?? []).some((index) => {
    const trigger = scopes[nodes[index]?.body ?? -1]?.trigger ?? -1;
    return nodes[trigger]?.event?.triggers.some(({ kind }) => kind === 'compensation') === true;
  });
}
