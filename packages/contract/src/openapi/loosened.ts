// Widens the model of an answer so far that it holds for the requests, too, that the interface gives the same name.
import type { Json, JsonObject } from './json.ts';

function namesIn(list: Json | undefined): readonly string[] {
  return (list as readonly string[] | undefined) ?? [];
}

function takesNull({ type, anyOf, const: constant }: JsonObject): boolean {
  const branches = (anyOf as readonly JsonObject[] | undefined) ?? [];
  return [type].flat().includes('null') || constant === null || branches.some((branch) => takesNull(branch));
}

function withNull(property: JsonObject): JsonObject {
  const { type, enum: values, anyOf, description, ...rest } = property;
  const described = description === undefined ? {} : { description };
  if (Array.isArray(anyOf)) return { ...property, anyOf: [...anyOf, { type: 'null' }] };
  if (type === undefined) return { anyOf: [rest, { type: 'null' }], ...described };
  return {
    ...property,
    type: [type, 'null'].flat() as Json,
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

/** Whether requests pass a field over, whatever it says, because the server alone sets it. */
function isPassedOver({ readOnly }: JsonObject): boolean {
  return readOnly === true;
}

function widened(answered: JsonObject | undefined, asked: JsonObject): JsonObject {
  if (answered === undefined) return asked;
  return isPassedOver(asked) || takesNull(answered) || !takesNull(asked) ? answered : withNull(answered);
}

function loosenedBy(model: JsonObject, request: JsonObject): JsonObject {
  const answered = model.properties as JsonObject;
  const asked = Object.entries(request.properties as JsonObject).map(([name, property]) => {
    return [name, widened(answered[name] as JsonObject | undefined, property as JsonObject)] as const;
  });
  const { required, ...rest } = model;
  const needed = namesIn(required).filter((name) => namesIn(request.required).includes(name));
  return {
    ...rest,
    ...(needed.length === 0 ? {} : { required: needed as Json }),
    properties: { ...answered, ...Object.fromEntries(asked) },
  };
}

/**
 * Loosens a model: what some request may leave out is not required; what one may send as null, or alone has, is
 * allowed.
 */
export function loosened(model: JsonObject, requests: readonly JsonObject[]): JsonObject {
  return requests.reduce(loosenedBy, model);
}
