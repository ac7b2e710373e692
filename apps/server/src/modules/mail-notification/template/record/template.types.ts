// Describes templates as they are stored.
import type { CompiledContent, ContentType } from '../../rendering/liquid/rendering.types.ts';

export type TemplateType = 'MAIL' | 'SMS' | 'PUSH' | 'IN_APP' | 'LAYOUT' | 'PARTIAL';
export type UncertainPolicy = 'RETRY' | 'HOLD';

export interface TemplateParameter {
  readonly name: string;
  readonly type: 'STRING' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'LIST' | 'MAP';
  readonly required: boolean;
  readonly defaultValue: unknown;
  readonly sampleValue: unknown;
  readonly description: string | null;
}

/** Fields of a template that a person writes, beside its contents. */
export interface TemplateFields {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: TemplateType;
  readonly layoutCode: string | null;
  readonly category: string | null;
  readonly sensitive: boolean;
  readonly uncertainPolicy: UncertainPolicy | null;
  readonly parameterList: readonly TemplateParameter[];
}

/** Content of one locale that a person writes. */
export interface WrittenContent {
  readonly locale: string;
  readonly subject: string | null;
  readonly content: string;
  readonly sender: string | null;
  readonly contentType: ContentType;
  readonly textContent: string | null;
}

export interface Recorded {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
}

/** A row of `mail_template`. */
export interface Template extends TemplateFields, Recorded {
  readonly tenantIdentifier: string;
  readonly enabled: boolean;
  readonly system: boolean;
  readonly shippedRevision: number | null;
  readonly edited: boolean;
  readonly compileNo: number;
  readonly deleted: boolean;
  readonly deletedDate: Date | null;
}

export interface TemplateContent extends WrittenContent, Recorded {
  readonly compiled: CompiledContent;
}

/** Stored state of each version. */
export interface VersionSnapshot {
  readonly fields: TemplateFields;
  readonly contents: readonly WrittenContent[];
}

export interface TemplateWithContents {
  readonly template: Template;
  readonly contents: readonly TemplateContent[];
}
