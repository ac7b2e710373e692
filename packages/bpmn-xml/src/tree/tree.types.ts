// The lossless XML tree: every byte of the file belongs to exactly one node, and every node knows where it stands.

/** Where something stands. Offsets are bytes of the file, its byte order mark included. */
export interface XmlPosition {
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset behind the last byte. */
  readonly end: number;
  /** Line of the first character, from 1. */
  readonly line: number;
  /** Column of the first character, from 1, in UTF-16 code units as editors count. */
  readonly column: number;
}

export interface XmlAttribute extends XmlPosition {
  /** Name as written, with its prefix. */
  readonly name: string;
  /** Prefix, empty where there is none. */
  readonly prefix: string;
  readonly local: string;
  /** Namespace, empty for an attribute without prefix; null means that the prefix is declared nowhere (REF-03). */
  readonly namespace: string | null;
  /** Value, references resolved and white space normalised as XML 1.0 section 3.3.3 says for CDATA attributes. */
  readonly value: string;
  /** Offset of the first byte behind the opening quote. */
  readonly valueStart: number;
  /** Offset of the closing quote. */
  readonly valueEnd: number;
}

export interface XmlElement extends XmlPosition {
  readonly kind: 'element';
  /** Name as written, with its prefix. */
  readonly name: string;
  /** Prefix, empty where there is none. */
  readonly prefix: string;
  readonly local: string;
  /** Namespace, empty when no default namespace applies; null means that the prefix is declared nowhere (REF-03). */
  readonly namespace: string | null;
  /** Attributes in the order of the file, namespace declarations (`http://www.w3.org/2000/xmlns/`) among them. */
  readonly attributes: readonly XmlAttribute[];
  /** Children in the order of the file; white space is text like any other. */
  readonly children: readonly XmlNode[];
  readonly parent: XmlElement | null;
  /** Offset behind the `>` of the start tag; equal to `end` for `<a/>`. */
  readonly startTagEnd: number;
}

export interface XmlText extends XmlPosition {
  readonly kind: 'text';
  /** Text, references resolved, line ends as `\n`. */
  readonly value: string;
}

export interface XmlCdata extends XmlPosition {
  readonly kind: 'cdata';
  readonly value: string;
}

export interface XmlComment extends XmlPosition {
  readonly kind: 'comment';
  readonly value: string;
}

/** A processing instruction; the XML declaration is one, too, with the target `xml`. */
export interface XmlInstruction extends XmlPosition {
  readonly kind: 'instruction';
  readonly target: string;
  readonly value: string;
}

export type XmlNode = XmlElement | XmlText | XmlCdata | XmlComment | XmlInstruction;

export interface XmlDocument {
  /** The parsed bytes; positions count in them. */
  readonly bytes: Uint8Array;
  /**
   * The encoding used, in lower case: `utf-8`, `utf-16le`, `utf-16be`, `iso-8859-1`, `us-ascii`, `windows-1250` ...
   * `windows-1258`.
   */
  readonly encoding: string;
  /** Children of the top level: declaration, comments, white space and the root. */
  readonly children: readonly XmlNode[];
  readonly root: XmlElement;
}

/**
 * Why a file gave no tree. `DOC-01` not well-formed, `DOC-02` document type or entity declaration, `DOC-16` a limit.
 */
export interface XmlProblem {
  readonly ruleId: 'DOC-01' | 'DOC-02' | 'DOC-16';
  /** Value for the rule's text: the parser's words (DOC-01), or empty. */
  readonly message: string;
  /** The exceeded limit and its value (DOC-16). */
  readonly limit?: { readonly name: keyof XmlLimits; readonly value: number };
  readonly line: number;
  readonly column: number;
}

export type XmlResult =
  | { readonly tree: XmlDocument; readonly problem?: never }
  | { readonly problem: XmlProblem; readonly tree?: never };

export interface XmlLimits {
  /** Bytes of a file. */
  readonly fileBytes: number;
  /** Depth of nested elements. */
  readonly depth: number;
  /** Elements of a file. */
  readonly elements: number;
  /** Attributes of one element. */
  readonly attributes: number;
  /** Bytes of one attribute's value as written. */
  readonly attributeBytes: number;
  /** Nodes and attributes of the file together. */
  readonly nodes: number;
}
