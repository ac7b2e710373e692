// Models of sessions begun by request, of rotation and of own attributes.
import { type Static, Type } from 'typebox';
import { anyMap, closed, flag, list, namedAs, nullable, optional, serverSet, text } from '../../models/schema.ts';
import { identifierLength, SvcSecuritySession } from './session-models.ts';

/** Authorities of a session; with more it would be a data store. */
export const sessionAuthoritiesMax = 500;
/** Own attributes of a session, which travel with every answer of GET /session. */
export const sessionAttributesMax = 50;
export const sessionAttributesBytesMax = 16_384;
/** Entries of the map of attributes: own ones, and the few reserved keys. */
const mapMax = 100;
const subtagsMax = 32;

const attributeMap = anyMap(
  `At most ${sessionAttributesMax} own attributes, ${sessionAttributesBytesMax} bytes of JSON in all; keys of A-Z a-z 0-9 _ . -, 1 to 64. ` +
    'parentIdentifier and actorUsername say on whose behalf it is; ipAddress, userAgent, deviceName, authenticationMethods and ' +
    'assuranceLevel are for callers with ROLE_SERVICE. From others they are refused as ATTRIBUTE_RESERVED. What the server alone says of a session is passed over.',
  { maxProperties: mapMax, propertyNames: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' }) },
);

function subtag(description: string) {
  return optional(text(description, { maxLength: 64 }));
}

function subtags(description: string) {
  return optional(list(Type.String({ maxLength: 16 }), description, { maxItems: subtagsMax }));
}

/** Mirrors `SvcLocale` of an answer, so that one can be sent back; names and ISO codes are not read. */
const SvcLocaleInput = namedAs(
  closed(
    {
      language: text('ISO 639 code of a known language.', { minLength: 2, maxLength: 8 }),
      script: subtag('ISO 15924 code.'),
      country: subtag('ISO 3166 code or UN M.49 number.'),
      variant: subtag('Variants, with a hyphen between.'),
      unicodeLocaleKeys: subtags('Keys of the Unicode extension.'),
      unicodeLocaleAttributes: subtags('Attributes of the Unicode extension.'),
      extensionKeys: subtags('Singletons; only u, whose content the two fields above have.'),
      displayName: serverSet(text('Name of the locale.')),
      displayLanguage: serverSet(text('Name of the language.')),
      displayScript: serverSet(text('Name of the script.')),
      displayCountry: serverSet(text('Name of the country.')),
      displayVariant: serverSet(text('Name of the variant.')),
      iso3Language: serverSet(text('ISO 639-2/T code.')),
      iso3Country: serverSet(text('ISO 3166 alpha-3 code.')),
    },
    'SvcLocaleInput',
  ),
  'SvcLocale',
);
export type SvcLocaleInput = Static<typeof SvcLocaleInput>;

const begun = {
  username: optional(
    text(
      'Whose session it is, compared after folding, stored as given. Required; of a system session that of the caller by default.',
      {
        maxLength: 508,
        format: 'user-name',
      },
    ),
  ),
  tenantIdentifier: optional(
    text('Tenant; default that of the caller, another needs TENANT_ALL.', {
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9._-]+$',
    }),
  ),
  system: optional(flag('Session of a service; needs SESSION_SYSTEM. Default false.')),
  createdDate: serverSet(text('When the session began.')),
  attributeMap: optional(attributeMap),
  locale: nullableModel(SvcLocaleInput, 'Language of the session; default that of the tenant.'),
};

function nullableModel<S extends typeof SvcLocaleInput>(model: S, description: string) {
  return Type.Optional(nullable(model, description));
}

const identifier = text('base64url(SHA-256(token)) of a token that the caller made; used once for ever.', {
  ...identifierLength,
  pattern: '^[A-Za-z0-9_-]+$',
});

const authorities = optional(
  list(
    namedAs(
      closed(
        {
          role: text('Role that grants the authority.', { minLength: 1, maxLength: 128 }),
          authority: text('Authority granted.', { minLength: 1, maxLength: 128 }),
        },
        'SvcGrantedAuthorityInput',
      ),
      'SvcGrantedAuthority',
    ),
    'What the session may do, exactly; default what the user directory says, kept current.',
    { maxItems: sessionAuthoritiesMax },
  ),
);

export const SvcSecuritySessionInput = namedAs(
  closed(
    { session: namedAs(closed({ identifier, ...begun }, 'SvcSessionInput'), 'SvcSession'), authorities },
    'SvcSecuritySessionInput',
  ),
  'SvcSecuritySession',
);
export type SvcSecuritySessionInput = Static<typeof SvcSecuritySessionInput>;

export const SvcSecuritySessionTokenInput = closed(
  { session: closed(begun, 'SvcSessionTokenInput'), authorities },
  'SvcSecuritySessionTokenInput',
);
export type SvcSecuritySessionTokenInput = Static<typeof SvcSecuritySessionTokenInput>;

export const SvcSessionTokenModel = closed(
  {
    token: nullable(text('Session token, in this answer only; null where it travels in the cookie.')),
    tokenType: nullable(text('Bearer; null without a token.')),
    session: SvcSecuritySession,
  },
  'SvcSessionTokenModel',
);
export type SvcSessionTokenModel = Static<typeof SvcSessionTokenModel>;

export const SvcSessionAttributesModel = closed(
  {
    attributeMap: anyMap(
      `A key that is missing stays, null removes it. At most ${sessionAttributesMax} keys and ${sessionAttributesBytesMax} bytes of JSON afterwards; reserved keys are refused as ATTRIBUTE_RESERVED.`,
      { maxProperties: mapMax, propertyNames: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' }) },
    ),
  },
  'SvcSessionAttributesModel',
);
export type SvcSessionAttributesModel = Static<typeof SvcSessionAttributesModel>;
