// Prepares the bytes of a process before any transaction: facts, problems by the rules, and storage.
import { modelBytesMax, type SvcBpmnProblem, type SvcBpmnProcessModel } from '@keelson/contract';
import type { ContentHash, ContentStore } from '../../../kernel/content/content-store.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { AskingPerson, BpmnEngineApi } from '../../bpmn-engine/api.ts';
import type { ModelFacts, Models } from '../model/models.ts';
import type { ProblemCounts, ProcessInFile } from '../record/process.store.ts';
import type { ContentUses } from '../record/reference.store.ts';
import { FACTS_VERSION, usesOf } from './content-uses.ts';

/** The half of the engine that judges files by the rules. */
export type Judge = Pick<BpmnEngineApi, 'validate' | 'rulesVersion' | 'strictnessOf'>;

export interface ContentGround {
  readonly contents: ContentStore;
  readonly models: Models;
  readonly judge: () => Judge;
}

type Type = NonNullable<SvcBpmnProcessModel['type']>;
type ReadableFacts = Exclude<ModelFacts, { readonly kind: 'UNREADABLE' }>;

export interface PreparedContent {
  readonly hash: ContentHash;
  readonly size: number;
  readonly facts: ReadableFacts;
  readonly uses: ContentUses;
  readonly counts: ProblemCounts;
  readonly rulesVersion: string;
  /** Problems under the strictness of the tenant, in the author's language. */
  readonly problems: readonly SvcBpmnProblem[];
}

/** Characters of element names that searches use: those of 2,000 usual elements. */
const NAMES_LENGTH_MAX = 65_536;

const extensions: Readonly<Record<Type, string>> = { BPMN: 'bpmn', DMN: 'dmn', FORM: 'form' };

/** Makes a file name of a process; letters of any script in its code stay. */
export function fileNameOf({ code, type }: { readonly code: string; readonly type: Type }): string {
  return `${code}.${extensions[type]}`;
}

const HEAD_BYTES = 4_096;

/** Guesses what reading the file will find. */
function likelyType(bytes: Uint8Array): Type {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1');
  if (/^[^<]*\{/.test(head)) return 'FORM';
  return head.includes('/spec/DMN/') ? 'DMN' : 'BPMN';
}

export type ContentPreparation = ReturnType<typeof createContentPreparation>;

export function createContentPreparation({ contents, models, judge }: ContentGround) {
  /** Refuses an unreadable file, in the caller's language. */
  async function refuse(
    author: AskingPerson,
    bytes: Uint8Array,
    facts: Exclude<ModelFacts, ReadableFacts>,
  ): Promise<never> {
    const { problems } =
      facts.reason === 'XML'
        ? await judge().validate(author, [{ name: 'model.bpmn', bytes }], { outside: false })
        : { problems: [] };
    const errorArguments = problems.length > 0 ? problems : [{ reason: facts.reason }];
    return fail('MODEL_NOT_READABLE', { errorArguments });
  }

  async function read(author: AskingPerson, bytes: Uint8Array): Promise<ReadableFacts> {
    const facts = await models.facts(author.caller.tenantIdentifier, bytes);
    return facts.kind === 'UNREADABLE' ? refuse(author, bytes, facts) : facts;
  }

  /** Prepares a content; 422 MODEL_NOT_READABLE; broken rules are no failure. */
  async function prepare(author: AskingPerson, bytes: Uint8Array): Promise<PreparedContent> {
    if (bytes.byteLength > modelBytesMax) fail('PAYLOAD_TOO_LARGE', { parameters: { limit: modelBytesMax } });
    const judgedAs = (type: Type) =>
      judge().validate(author, [{ name: fileNameOf({ code: 'model', type }), bytes }], { outside: false });
    const expected = likelyType(bytes);
    // A large file is read and judged by two threads.
    const [facts, judged] = await Promise.all([read(author, bytes), judgedAs(expected)]);
    const { counts, rulesVersion, problems } = facts.kind === expected ? judged : await judgedAs(facts.kind);
    const [hash] = await contents.put([bytes]);
    return { hash: hash!, size: bytes.byteLength, facts, uses: usesOf(facts), counts, rulesVersion, problems };
  }

  return {
    /** Writes the code into a file, with every reference to it; 422 RENAME_NOT_POSSIBLE. */
    async prepareRenamed(author: AskingPerson, bytes: Uint8Array, code: string): Promise<PreparedContent> {
      const made = await models.rename(author.caller.tenantIdentifier, bytes, code);
      if ('refused' in made)
        return fail('RENAME_NOT_POSSIBLE', { parameters: { code }, errorArguments: [{ reason: made.refused }] });
      if ('problem' in made) throw new Error('a kept model cannot be read');
      return prepare(author, made.bytes);
    },
    prepare,

    /** Keeps a picture without active or external parts; 400 for an invalid one. Empty text is no picture. */
    async preparePicture({ caller }: AskingPerson, svg: string | null, field: string): Promise<ContentHash | null> {
      if (svg === null || svg === '') return null;
      const made = await models.picture(caller.tenantIdentifier, Buffer.from(svg));
      if (!('bytes' in made))
        return invalid({
          field,
          code: 'FORMAT',
          message: 'Must be an SVG document without a document type of its own.',
        });
      const [hash] = await contents.put([made.bytes]);
      return hash!;
    },

    /** Keeps the editor's own source. */
    async keepSource(source: string): Promise<ContentHash> {
      const [hash] = await contents.put([Buffer.from(source)]);
      return hash!;
    },

    /** Reads kept bytes, which a row refers to. */
    async bytesOf(hash: ContentHash): Promise<Buffer> {
      const bytes = await contents.read(hash);
      if (bytes === null) throw new Error(`the content ${hash.toString('hex')} is gone`);
      return bytes;
    },
  };
}

/** Answers the columns of a process that follow from its content. */
export function contentFields({ hash, facts, uses, counts, rulesVersion }: PreparedContent) {
  const { elementTypes, definedKeys } = uses;
  return {
    content: hash,
    elementTypes,
    definedKeys,
    factsVersion: FACTS_VERSION,
    type: facts.kind,
    fileProcesses: facts.processes as readonly ProcessInFile[],
    elementNames: facts.names.join('\n').slice(0, NAMES_LENGTH_MAX),
    counts,
    rulesVersion,
  };
}
