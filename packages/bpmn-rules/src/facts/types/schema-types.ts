// The built-in types of XML Schema, which item definitions name.

export const SCHEMA_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

/** The types that XML Schema 1.0, part 2, defines; the two roots of its hierarchy are among them. */
export const SCHEMA_TYPES: ReadonlySet<string> = new Set(
  (
    'anyType anySimpleType string boolean decimal float double duration dateTime time date gYearMonth gYear gMonthDay gDay ' +
    'gMonth hexBinary base64Binary anyURI QName NOTATION normalizedString token language NMTOKEN NMTOKENS Name NCName ID ' +
    'IDREF IDREFS ENTITY ENTITIES integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger ' +
    'unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger'
  ).split(' '),
);
