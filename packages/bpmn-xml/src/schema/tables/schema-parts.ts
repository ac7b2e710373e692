// A schema table is written in this form, with parts that the elements of several chapters share.

/**
 * Attributes as `name:type`, `name:type=default` or `name!:type` (required); a type is one of XML Schema's, `name` (leads to an element),
 * `label` (a qualified name that need not lead anywhere) or a list of values `A|B`. Children in the schema's order as
 * `name`, `name?`, `name*`, `name+` or `name{2,}`, where `@name` is a substitution group and `a|b` a choice. A child
 * without prefix is of the same vocabulary as its parent.
 */
export interface ElementSchema {
  readonly attributes: string;
  readonly children: string;
  /** Holds text. */
  readonly mixed?: boolean;
  /** Holds elements of any kind beside text: `any`, or of other namespaces alone: `other`. */
  readonly content?: 'any' | 'other';
  /** It takes no attributes of other namespaces, which all other elements take. */
  readonly closed?: boolean;
  /** The schema has this name for its type, where it is not made from the element's name. */
  readonly type?: string;
}

/** Keys are elements, or `parent/element` where the parent gives the element another type. */
export type SchemaTable = Readonly<Record<string, ElementSchema>>;

/** The schema calls it `tBaseElement`. */
export const BASE = 'documentation* extensionElements?';
/** The schema calls it `tFlowElement`. */
export const FLOW_ELEMENT = `${BASE} auditing? monitoring? categoryValueRef*`;
/** The schema calls it `tFlowNode`. */
export const FLOW_NODE = `${FLOW_ELEMENT} incoming* outgoing*`;
/** The schema calls it `tCallableElement`. */
export const CALLABLE = `${BASE} supportedInterfaceRef* ioSpecification? ioBinding*`;

export const NAMED = 'id:ID name:string';

export const BASE_ONLY: ElementSchema = { attributes: 'id:ID', children: BASE };
export const NAMED_ONLY: ElementSchema = { attributes: NAMED, children: BASE };
/** Such an element holds a name and nothing else. */
export const NAME_ONLY: ElementSchema = { attributes: '', children: '', mixed: true, closed: true };
/** Such an element holds text or foreign markup. */
export const ANY_CONTENT: ElementSchema = { attributes: '', children: '', mixed: true, content: 'any', closed: true };

/** `tExpression`; with `xsi:type` it becomes `FORMAL_EXPRESSION`. */
export const EXPRESSION: ElementSchema = { attributes: 'id:ID', children: BASE, mixed: true, type: 'tExpression' };
/** The schema calls it `tFormalExpression`. */
export const FORMAL_EXPRESSION: ElementSchema = {
  attributes: 'id:ID language:string evaluatesToTypeRef:label',
  children: BASE,
  mixed: true,
  type: 'tFormalExpression',
};
