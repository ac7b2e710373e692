// Makes the operations that records of every kind have alike: get, save, update, delete, activate, deactivate, page, list.
import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors/catalogue.ts';
import { page } from '../models/paging.ts';
import { closed, list, uuid } from '../models/schema.ts';
import type { Access } from './access.ts';
import type { HeaderSpec } from './body-and-reply.ts';
import { type Built, type Only, operation, type SparseBuilt } from './define.ts';

type Has<P extends string> = { readonly properties: { readonly [K in P]: TSchema } };

/** Begin of the error codes of a kind of record: `ROLE` where there is a `ROLE_NOT_FOUND`. */
type Thing = ErrorCode extends infer C ? (C extends `${infer T}_NOT_FOUND` ? T : never) : never;

/** Describes a kind of record; its operations derive their words, paths, bodies, answers and common codes from it. */
interface RecordKind<M extends TObject, H> {
  readonly thing: Thing;
  /** Stands in a sentence as `a role` and `roles` do. */
  readonly one: string;
  readonly many: string;
  readonly path: string;
  /** What answers hold of a record. */
  readonly model: M & Has<'uuid' | 'version'>;
  readonly read: Access;
  readonly write: Access;
  /** Description of the path parameter `uuid`. */
  readonly identifier?: string;
  /** Headers of every answer to a write. */
  readonly writeHeaders?: H;
}

/** What one operation says itself: codes on top of the common ones, all else in place of what is derived. */
type Own = Partial<Omit<SparseBuilt, 'method' | 'path'>> & Pick<SparseBuilt, 'description'>;
type Given<O> = O & Only<O, Own>;
type Headers<H> = H extends HeaderSpec ? { readonly headers: H } : Record<never, never>;
type Derived = Omit<SparseBuilt, 'description' | 'errors'> & { readonly errors: readonly ErrorCode[] };
type RecordOperation<D, O> = Built<
  Omit<D, keyof O | 'errors'> & Omit<O, 'errors'> & { readonly errors: readonly ErrorCode[] }
>;

function complete<const D extends Derived, const O extends Own>(derived: D, own: Given<O>): RecordOperation<D, O> {
  const whole: SparseBuilt = { ...derived, ...own, errors: [...derived.errors, ...(own.errors ?? [])] };
  // The compiler keeps no account of which of two spread objects a property comes from.
  return operation(whole) as unknown as RecordOperation<D, O>;
}

const json = <S extends TSchema>(schema: S) => ({ kind: 'json', schema }) as const;

function uuidParams({ identifier = 'Identifier of the record.' }: { readonly identifier?: string }) {
  return closed({ uuid: uuid(identifier) });
}

function reads<M extends TObject, H>(record: RecordKind<M, H>) {
  const { thing, one, many, path, model, read } = record;
  const common = { access: read, effect: 'read' } as const;
  return {
    get: <const O extends Own>(own: Given<O>) => {
      const params = uuidParams(record);
      const at = { method: 'GET', path: `${path}/by-uuid/{uuid}`, summary: `Gets ${one}`, params } as const;
      const errors = [`${thing}_NOT_FOUND`] as const;
      return complete({ ...common, ...at, reply: json<M>(model), errors }, own);
    },
    /** The model of the query holds filters beside `pageable`, which names the properties that rows can be sorted by. */
    page: <Q extends TObject, const O extends Own>(query: Q & Has<'pageable'>, own: Given<O>) => {
      const body = { ...json<Q>(query), optional: true } as const;
      const at = { method: 'POST', path: `${path}/data/page`, summary: `Pages ${many}` } as const;
      return complete({ ...common, ...at, body, reply: json(page<M>(model)), errors: [] }, own);
    },
    /** Makes the list: all rows of the page at once, or none where they are too many. */
    list: <Q extends TObject, const O extends Own>(query: Q & Has<'pageable'>, own: Given<O>) => {
      const body = { ...json<Q>(query), optional: true } as const;
      const at = { method: 'POST', path: `${path}/data/list`, summary: `Lists ${many}` } as const;
      const rows = list<M>(model, `${many.charAt(0).toUpperCase()}${many.slice(1)} in the order asked for.`);
      return complete({ ...common, ...at, body, reply: json(rows), errors: ['RESULT_TOO_LARGE'] }, own);
    },
  };
}

function writes<M extends TObject, H>(record: RecordKind<M, H>) {
  const { thing, one, path, model, write, writeHeaders } = record;
  const headers = (writeHeaders === undefined ? {} : { headers: writeHeaders }) as Headers<H>;
  const written = { ...json<M>(model), ...headers };
  const gone = { kind: 'void', ...headers } as const;
  const notFound: ErrorCode = `${thing}_NOT_FOUND`;
  const common = { access: write, effect: 'write' } as const;
  const byUuid = { ...common, params: uuidParams(record), errors: [notFound] } as const;
  const verb = (name: string) =>
    ({ ...byUuid, method: 'POST', path: `${path}/${name}/by-uuid/{uuid}`, reply: written }) as const;
  return {
    /**
     * Makes the save, which honours `Idempotency-Key`; an operation whose answer carries a secret is spelled out
     * instead.
     */
    save: <I extends TObject, const O extends Own>(input: I, own: Given<O>) => {
      const body = json<I>(input);
      const whole = { ...common, method: 'POST', path, body, reply: written, errors: [], idempotent: true } as const;
      return complete({ ...whole, summary: `Creates ${one}` }, own);
    },
    /** Makes the update, whose model carries the version that was read. */
    update: <I extends TObject, const O extends Own>(input: I & Has<'version'>, own: Given<O>) => {
      const body = json<I>(input);
      const errors = [notFound, 'VERSION_CONFLICT'] as const;
      return complete({ ...common, method: 'PUT', path, summary: `Changes ${one}`, body, reply: written, errors }, own);
    },
    /** Makes the deletion; the record stays where it is, marked as deleted. */
    delete: <const O extends Own>(own: Given<O>) => {
      const at = { method: 'DELETE', path: `${path}/by-uuid/{uuid}`, summary: `Deletes ${one}` } as const;
      return complete({ ...byUuid, ...at, reply: gone }, own);
    },
    activate: <const O extends Own>(own: Given<O>) => complete({ ...verb('activate'), summary: `Enables ${one}` }, own),
    deactivate: <const O extends Own>(own: Given<O>) =>
      complete({ ...verb('deactivate'), summary: `Disables ${one}` }, own),
    /** Makes whatever else is done to one record: `POST <path>/<name>/by-uuid/{uuid}`. */
    perform: <const O extends Own & Pick<SparseBuilt, 'summary'>>(name: string, own: Given<O>) =>
      complete({ ...verb(name), summary: own.summary }, own),
  };
}

/**
 * Answers makers of the operations of one kind of record: a module takes those that it offers and names each by its key.
 * Every maker takes what the operation says itself, with its own error codes beside `<THING>_NOT_FOUND` and
 * `VERSION_CONFLICT`.
 */
export function recordOperations<M extends TObject, const H extends HeaderSpec | undefined = undefined>(
  record: RecordKind<M, H>,
) {
  return { ...reads(record), ...writes(record) };
}
