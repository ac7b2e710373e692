// Says how an operation and a module of the contract are declared, and what a declaration may leave out.
import type { TObject } from 'typebox';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { Access } from './access.ts';
import type { BodySpec, ReplySpec } from './body-and-reply.ts';
import type { Example } from './request.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What is said of every operation, built or not. Its name is no part of it: that is its key in the module. */
interface Declaration {
  readonly method: HttpMethod;
  readonly path: string;
  /** Lists further paths that answer alike: the correctly spelt twin of a listed one, or the former path of an addition, which the document calls deprecated. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly access: Access;
  /** Whether the suite's interface lists the operation; every other one is an addition of this program. */
  readonly listed?: true;
}

export interface BuiltDeclaration extends Declaration {
  readonly built: true;
  /** `write` changes state: origin proof for cookies also on GET, no prefetch. */
  readonly effect: 'read' | 'write';
  /** Description for the documents: what the operation does and which limits hold. */
  readonly description: string;
  readonly params?: TObject;
  /** Query, text on the wire: the server reads booleans (`true`, `false`) and numbers as the schema says. */
  readonly query?: TObject;
  readonly body: BodySpec;
  readonly reply: ReplySpec;
  /** Codes beyond those that every operation of this kind can give. */
  readonly errors: readonly ErrorCode[];
  /** Whether the operation honours `Idempotency-Key`. */
  readonly idempotent?: true;
  /**
   * The operation runs whatever else the request says: unknown fields, and parameters of the query that do not fit, are left
   * out and named in `X-Svc-Ignored-Fields`.
   */
  readonly lenient?: true;
  /** Whether a call is no use of the session: a dialog that asks again and again must not keep it alive. */
  readonly passive?: true;
  /** Whether the answer may be some seconds old: it may come from a standby that the operator names. */
  readonly mayBeStale?: true;
  /** Whether the operation works while the database is away, for callers whom the process knew before. */
  readonly withoutDatabase?: true;
}

/**
 * Describes an operation that the interface lists and that is not offered yet: it answers 501 after the session check,
 * before the body is read.
 */
export interface PlannedDeclaration extends Declaration {
  readonly built: false;
  readonly listed: true;
  readonly bodyKind: BodySpec['kind'];
}

interface Named {
  /** Key without the group in front; it is not unique within a module. */
  readonly name: string;
}

export interface BuiltOperation extends BuiltDeclaration, Named {}
export interface PlannedOperation extends PlannedDeclaration, Named {}
export type Operation = BuiltOperation | PlannedOperation;

/** What holds for a built operation where its declaration says nothing. */
const builtDefaults = { body: { kind: 'none' }, reply: { kind: 'void' }, errors: [] } as const;
const plannedDefaults = { bodyKind: 'none' } as const;

type Sparse<D, Defaults, Given extends keyof D> = Omit<D, keyof Defaults | Given> &
  Partial<Pick<D, keyof Defaults & keyof D>>;
export type SparseBuilt = Sparse<BuiltDeclaration, typeof builtDefaults, 'built'>;
export type SparsePlanned = Sparse<PlannedDeclaration, typeof plannedDefaults, 'built' | 'listed'>;

/** Forbids properties other than those of `Known`: a misspelt `reply` would otherwise mean a void one. */
export type Only<O, Known> = { readonly [K in Exclude<keyof O, keyof Known>]: never };

type Completed<O, Defaults, Given> = Omit<Defaults, keyof O> & O & Given;
export type Built<O> = Completed<O, typeof builtDefaults, { readonly built: true }>;
type Planned<O> = Completed<O, typeof plannedDefaults, { readonly built: false; readonly listed: true }>;

/** Declares an operation that is offered. */
export function operation<const O extends SparseBuilt>(declaration: O & Only<O, SparseBuilt>): Built<O> {
  return { ...builtDefaults, ...declaration, built: true };
}
/** Declares an operation of the interface that is not offered yet. */
export function planned<const O extends SparsePlanned>(declaration: O & Only<O, SparsePlanned>): Planned<O> {
  return { ...plannedDefaults, ...declaration, built: false, listed: true };
}

/** Name of the protocol whose shapes answers and failures have; null for operations in the envelope. */
export function formOf(operation: Operation): string | null {
  if (!operation.built) return null;
  const { reply } = operation;
  return reply.kind === 'form' || reply.kind === 'event-stream' ? (reply.form ?? null) : null;
}

export interface AuthorityDefinition {
  readonly authority: string;
  readonly name: string;
  readonly description: string;
  /** SYSTEM reaches beyond one tenant or is withheld from tenant administrators. */
  readonly level: 'TENANT' | 'SYSTEM';
  /** Shipped roles beside ROLE_SYSTEM_ADMIN that hold the authority. */
  readonly roleList: readonly ('ROLE_USER' | 'ROLE_TENANT_ADMIN')[];
}

export interface ModuleContract {
  /** Name of the module in addresses of documents and in failures, for example `bpmn-engine`. */
  readonly name: string;
  readonly title: string;
  /** Path prefixes beside the root, each with a leading slash. */
  readonly prefixes: readonly string[];
  /** Operations by unique id: the name, or `<group>_<name>` where the module has a name twice. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Authorities of the module: name -> description, level and the shipped roles that hold it. */
  readonly authorities: readonly AuthorityDefinition[];
  /** An example for each built operation, by the key of the operation. */
  readonly examples?: Readonly<Record<string, Example>>;
  /** The title and, by the key of each operation, its summary in Turkish. */
  readonly turkish?: { readonly title: string; readonly summaries: Readonly<Record<string, string>> };
}

type Declarations = Readonly<Record<string, BuiltDeclaration | PlannedDeclaration>>;

/** Describes a module whose operations are known one by one. */
export type ModuleOf<D extends Declarations, Name extends string = string> = Omit<ModuleContract, 'operations'> & {
  readonly name: Name;
  readonly operations: { readonly [K in keyof D]: D[K] & Named };
};

/** Gives each operation its name: its key, without the group that stands in front of repeated names. */
export function defineModule<const D extends Declarations, const Name extends string>(
  module: Omit<ModuleContract, 'operations'> & { readonly name: Name; readonly operations: D },
): ModuleOf<D, Name> {
  const named = Object.entries(module.operations).map(([key, declaration]) => {
    return [key, { ...declaration, name: key.slice(key.lastIndexOf('_') + 1) }];
  });
  return { ...module, operations: Object.fromEntries(named) as ModuleOf<D>['operations'] };
}
