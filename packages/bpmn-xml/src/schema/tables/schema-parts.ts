// A schema table is written in this form, with parts that the elements of several chapters share.

/**
 * Schema of an element. Attributes as `name:type`, `name:type=default` or `name!:type` (required); a type is one of XML Schema's, `name`
 * (leads to an element), `label` (a qualified name that need not lead anywhere) or a list of values `A|B`. Children in the schema's order
 * as `name`, `name?`, `name*`, `name+` or `name{2,}`, where `@name` is a substitution group and `a|b` a choice. A child without prefix is
 * of the same vocabulary as its parent.
 */
export interface ElementSchema {
  readonly attributes: string;
  readonly children: string;
  /** Whether the element holds text. */
  readonly mixed?: boolean;
  /** Elements of any kind beside text: `any`, or of other namespaces alone: `other`. */
  readonly content?: 'any' | 'other';
  /** Whether the element takes no attributes of other namespaces, which all other elements take. */
  readonly closed?: boolean;
  /** Name of the type in the schema, where it is not made from the element's name. */
  readonly type?: string;
}

/** Schemas by element, or by `parent/element` where the parent gives the element another type. */
export type SchemaTable = Readonly<Record<string, ElementSchema>>;

/** Children of `tBaseElement`. */
export const BASE = 'documentation* extensionElements?';
/** Children of `tFlowElement`. */
export const FLOW_ELEMENT = `${BASE} auditing? monitoring? categoryValueRef*`;
/** Children of `tFlowNode`. */
export const FLOW_NODE = `${FLOW_ELEMENT} incoming* outgoing*`;
/** Children of `tCallableElement`. */
export const CALLABLE = `${BASE} supportedInterfaceRef* ioSpecification? ioBinding*`;

export const NAMED = 'id:ID name:string';

export const BASE_ONLY: ElementSchema = { attributes: 'id:ID', children: BASE };
export const NAMED_ONLY: ElementSchema = { attributes: NAMED, children: BASE };
/** Schema of an element that holds a name and nothing else. */
export const NAME_ONLY: ElementSchema = { attributes: '', children: '', mixed: true, closed: true };
/** Schema of an element that holds text or foreign markup. */
export const ANY_CONTENT: ElementSchema = { attributes: '', children: '', mixed: true, content: 'any', closed: true };

/** Schema of `tExpression`; with `xsi:type` it becomes `FORMAL_EXPRESSION`. */
export const EXPRESSION: ElementSchema = { attributes: 'id:ID', children: BASE, mixed: true, type: 'tExpression' };
/** Schema of `tFormalExpression`. */
export const FORMAL_EXPRESSION: ElementSchema = {
  attributes: 'id:ID language:string evaluatesToTypeRef:label',
  children: BASE,
  mixed: true,
  type: 'tFormalExpression',
};
