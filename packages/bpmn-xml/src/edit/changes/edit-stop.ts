// Why a change of a file cannot be done.

export type EditRefusal =
  | 'ELEMENT_NOT_FOUND'
  /** The file writes the id twice. */
  | 'ELEMENT_AMBIGUOUS'
  | 'ID_FIXED'
  | 'ROOT_FIXED'
  | 'NAME_INVALID'
  | 'PREFIX_UNDECLARED'
  /** The value has characters that no XML file can hold, or too many. */
  | 'VALUE_INVALID'
  | 'FRAGMENT_INVALID'
  /** The schema allows no text or extension element at this place. */
  | 'NOT_ALLOWED'
  | 'TEXT_HAS_MARKUP'
  | 'NOT_FOUND'
  | 'REFERENCED'
  | 'NOT_IN_ENCODING'
  | 'LIMIT';

/** Thrown to end one operation; whoever does several makes a refusal of it. */
export class EditStop extends Error {
  readonly reason: EditRefusal;
  constructor(reason: EditRefusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
