// Every error code that an operation can answer, with its status, its class and its sentence in each shipped language.

/** Classes of `SvcErrorDetail.errorClassName` (conventions, section 2). */
export const errorClassNames = [
  'SvcValidationException',
  'SvcAuthenticationException',
  'SvcAccessDeniedException',
  'SvcNotFoundException',
  'SvcConflictException',
  'SvcUnprocessableException',
  'SvcRateLimitException',
  'SvcUnavailableException',
  'SvcInternalException',
] as const;
export type ErrorClassName = (typeof errorClassNames)[number];

/** Languages that every sentence exists in; the first one answers whoever asks for another language. */
export const languages = ['en', 'tr'] as const;
export type Language = (typeof languages)[number];

export interface ErrorDefinition {
  /** HTTP status of the failure. */
  readonly status: number;
  readonly errorClassName: ErrorClassName;
  /** One sentence for a person; `{name}` is replaced by the parameter of that name. */
  readonly en: string;
  readonly tr: string;
  /** What whoever calls can do about it, for the documents. */
  readonly help: string;
}

type Text = Pick<ErrorDefinition, 'en' | 'tr' | 'help'>;

/** The class follows from the status, so that the two never disagree. */
const classOfStatus = {
  400: 'SvcValidationException',
  401: 'SvcAuthenticationException',
  403: 'SvcAccessDeniedException',
  404: 'SvcNotFoundException',
  405: 'SvcValidationException',
  406: 'SvcValidationException',
  409: 'SvcConflictException',
  413: 'SvcValidationException',
  415: 'SvcValidationException',
  422: 'SvcUnprocessableException',
  429: 'SvcRateLimitException',
  500: 'SvcInternalException',
  501: 'SvcUnavailableException',
  503: 'SvcUnavailableException',
} as const satisfies Readonly<Record<number, ErrorClassName>>;

function error(status: keyof typeof classOfStatus, text: Text): ErrorDefinition {
  return { status, errorClassName: classOfStatus[status], ...text };
}

const commonErrors = {
  VALIDATION_FAILED: error(400, {
    en: 'The request is not valid.',
    tr: 'İstek geçerli değil.',
    help: 'errorArguments names every problem at once: field, code and message.',
  }),
  MALFORMED_BODY: error(400, {
    en: 'The body cannot be read.',
    tr: 'İstek gövdesi okunamıyor.',
    help: 'The body is empty where one is needed, or is no text of the declared media type.',
  }),
  AUTHENTICATION_REQUIRED: error(401, {
    en: 'Please sign in.',
    tr: 'Lütfen oturum açın.',
    help: 'Send a session token or an API key; an unknown one counts as none.',
  }),
  SESSION_EXPIRED: error(401, {
    en: 'The session has ended. Please sign in again.',
    tr: 'Oturum sona erdi. Lütfen yeniden oturum açın.',
    help: 'errorArguments carries the reason; after ROTATED the request may be repeated with the new token.',
  }),
  ACCESS_DENIED: error(403, {
    en: 'You are not allowed to do this.',
    tr: 'Bu işlem için yetkiniz yok.',
    help: 'The operation needs an authority that the caller does not hold.',
  }),
  CSRF_CHECK_FAILED: error(403, {
    en: 'The origin of the request could not be proven.',
    tr: 'İsteğin kaynağı doğrulanamadı.',
    help: 'A request that carries the session cookie and changes something must come from an allowed origin.',
  }),
  REAUTHENTICATION_REQUIRED: error(403, {
    en: 'Please prove again that it is you.',
    tr: 'Lütfen kimliğinizi yeniden doğrulayın.',
    help: 'The last check of a secret is too long ago for this operation: sign in again.',
  }),
  OPERATION_NOT_FOUND: error(404, {
    en: 'There is no operation at this address.',
    tr: 'Bu adreste bir işlem yok.',
    help: 'The address belongs to no operation of the interface.',
  }),
  METHOD_NOT_ALLOWED: error(405, {
    en: 'This address does not take the method {method}.',
    tr: 'Bu adres {method} yöntemini kabul etmiyor.',
    help: 'The header Allow names the methods of the address.',
  }),
  NOT_ACCEPTABLE: error(406, {
    en: 'The answer cannot be given in any of the accepted media types.',
    tr: 'Yanıt, kabul edilen ortam türlerinden hiçbiriyle verilemiyor.',
    help: 'Accept application/json or */*.',
  }),
  VERSION_CONFLICT: error(409, {
    en: 'The record has been changed meanwhile; its version is now {version}.',
    tr: 'Kayıt bu arada değiştirildi; güncel sürümü {version}.',
    help: 'Read the record again and repeat the change with its current version.',
  }),
  IDEMPOTENCY_KEY_REUSED: error(409, {
    en: 'This idempotency key was already used for another request.',
    tr: 'Bu yineleme anahtarı başka bir istek için kullanılmış.',
    help: 'A key stands for one body of one operation for 24 hours; take a new one.',
  }),
  IDEMPOTENCY_IN_PROGRESS: error(409, {
    en: 'A request with this idempotency key is still in progress.',
    tr: 'Bu yineleme anahtarıyla gönderilen bir istek hâlâ işleniyor.',
    help: 'Repeat the request a moment later; it then gets the first answer.',
  }),
  PAYLOAD_TOO_LARGE: error(413, {
    en: 'The request is larger than {limit} bytes.',
    tr: 'İstek {limit} bayttan büyük.',
    help: 'The limit of the operation stands in its description.',
  }),
  UNSUPPORTED_MEDIA_TYPE: error(415, {
    en: 'The media type {mediaType} is not taken here.',
    tr: '{mediaType} ortam türü burada kabul edilmiyor.',
    help: 'Send the media type that the operation declares.',
  }),
  RESULT_TOO_LARGE: error(422, {
    en: 'More than {limit} records match.',
    tr: '{limit} kayıttan fazlası eşleşiyor.',
    help: 'Narrow the filters, or use the page operation.',
  }),
  RATE_LIMITED: error(429, {
    en: 'Too many requests. Please wait a moment.',
    tr: 'Çok fazla istek gönderildi. Lütfen biraz bekleyin.',
    help: 'Retry-After says how many seconds to wait.',
  }),
  INTERNAL_ERROR: error(500, {
    en: 'Something went wrong here.',
    tr: 'Burada bir sorun oluştu.',
    help: 'A defect; the log holds the cause under the uuid of the answer.',
  }),
  OPERATION_NOT_IMPLEMENTED: error(501, {
    en: 'This operation is not available yet.',
    tr: 'Bu işlem henüz kullanılamıyor.',
    help: 'The operation belongs to the interface and is not offered by this version.',
  }),
  SERVICE_UNAVAILABLE: error(503, {
    en: 'The service is not available at the moment.',
    tr: 'Hizmet şu anda kullanılamıyor.',
    help: 'Nothing was changed as far as is known; repeat after the seconds of Retry-After.',
  }),
} as const;

const sessionErrors = {
  SESSION_NOT_FOUND: error(404, {
    en: 'There is no such session.',
    tr: 'Böyle bir oturum yok.',
    help: 'The identifier names no session that the caller may see.',
  }),
} as const;

const authenticationErrors = {
  AUTH_INVALID_CREDENTIALS: error(401, {
    en: 'The username or the password is wrong.',
    tr: 'Kullanıcı adı veya parola yanlış.',
    help: 'One answer for every reason, so that it does not tell which names exist.',
  }),
  AUTH_TOKEN_EXPIRED: error(401, {
    en: 'The link is no longer valid.',
    tr: 'Bağlantı artık geçerli değil.',
    help: 'One-time tokens are used once and run out; ask for a new link.',
  }),
  TENANT_NOT_FOUND: error(404, {
    en: 'There is no tenant {tenantIdentifier}.',
    tr: '{tenantIdentifier} adlı bir kiracı yok.',
    help: 'Name an existing tenant.',
  }),
  USER_NOT_FOUND: error(404, {
    en: 'There is no such user.',
    tr: 'Böyle bir kullanıcı yok.',
    help: 'The uuid names no user of the tenant.',
  }),
  USER_ALREADY_EXISTS: error(409, {
    en: 'The username {username} is already taken.',
    tr: '{username} kullanıcı adı zaten alınmış.',
    help: 'Names are compared after folding; the name of a deleted user stays taken.',
  }),
  ROLE_ALREADY_EXISTS: error(409, {
    en: 'There is already a role {code}.',
    tr: '{code} kodlu bir rol zaten var.',
    help: 'Role codes are unique in a tenant, shipped roles included.',
  }),
  ROLE_UNKNOWN: error(422, {
    en: 'There is no role {code}.',
    tr: '{code} kodlu bir rol yok.',
    help: 'Name shipped roles or roles of the tenant of the user.',
  }),
  ROLE_NOT_ASSIGNABLE: error(422, {
    en: 'The role {code} cannot be given to a person.',
    tr: '{code} rolü bir kişiye verilemez.',
    help: 'ROLE_SERVICE marks callers with an API key.',
  }),
  AUTHORITY_UNKNOWN: error(422, {
    en: 'There is no authority {authority}.',
    tr: '{authority} adlı bir yetki yok.',
    help: 'Name authorities that a module has registered.',
  }),
  LAST_ADMIN: error(409, {
    en: 'The last system administrator cannot be taken away.',
    tr: 'Son sistem yöneticisi kaldırılamaz.',
    help: 'Give ROLE_SYSTEM_ADMIN to another enabled person first.',
  }),
  API_KEY_NOT_FOUND: error(404, {
    en: 'There is no such API key.',
    tr: 'Böyle bir API anahtarı yok.',
    help: 'The uuid names no API key of the tenant.',
  }),
  API_KEY_ALREADY_EXISTS: error(409, {
    en: 'There is already an API key named {name}.',
    tr: '{name} adlı bir API anahtarı zaten var.',
    help: 'Names of API keys are unique in a tenant.',
  }),
} as const;

const engineErrors = {
  DEFINITION_NOT_FOUND: error(404, {
    en: 'There is no such process definition.',
    tr: 'Böyle bir süreç tanımı yok.',
    help: 'The id or key names no definition of the tenant.',
  }),
  DEFINITION_SUSPENDED: error(409, {
    en: 'The process definition {processDefinitionId} is suspended.',
    tr: '{processDefinitionId} süreç tanımı askıya alınmış.',
    help: 'Activate the definition, or start another version.',
  }),
  DEPLOYMENT_INVALID: error(422, {
    en: 'The files cannot be deployed; problems found: {count}.',
    tr: 'Dosyalar yüklenemiyor; bulunan sorun sayısı: {count}.',
    help: 'errorArguments holds every problem of every file as SvcBpmnProblem, errors first, at most 1,000.',
  }),
  DUPLICATE_KEY: error(409, {
    en: 'The process {key} is contained in more than one file.',
    tr: '{key} süreci birden fazla dosyada bulunuyor.',
    help: 'A deployment holds each process id once.',
  }),
  INSTANCE_NOT_FOUND: error(404, {
    en: 'There is no such process instance.',
    tr: 'Böyle bir süreç örneği yok.',
    help: 'The id names no instance that the caller may see.',
  }),
  INSTANCE_ENDED: error(409, {
    en: 'The process instance {processInstanceId} has ended.',
    tr: '{processInstanceId} süreç örneği sona ermiş.',
    help: 'An ended instance can be read and no longer changed.',
  }),
  EXECUTION_NOT_FOUND: error(404, {
    en: 'There is no such execution.',
    tr: 'Böyle bir yürütme yok.',
    help: 'The id names neither an instance nor an execution that the caller may see.',
  }),
  VARIABLE_TOO_LARGE: error(413, {
    en: 'The variable {name} is larger than {limit} bytes.',
    tr: '{name} değişkeni {limit} bayttan büyük.',
    help: 'A single variable may have 4 MiB as JSON.',
  }),
  PROCESS_NOT_EXECUTABLE: error(422, {
    en: 'The process {key} is not executable.',
    tr: '{key} süreci çalıştırılabilir değil.',
    help: 'Set isExecutable in the model and deploy it again.',
  }),
  START_EVENT_AMBIGUOUS: error(422, {
    en: 'The process has several start events; startElementId must name one.',
    tr: 'Sürecin birden fazla başlangıç olayı var; startElementId bunlardan birini belirtmeli.',
    help: 'errorArguments names the start events.',
  }),
  START_EVENT_NOT_FOUND: error(422, {
    en: 'The process has no start event {startElementId}.',
    tr: 'Süreçte {startElementId} başlangıç olayı yok.',
    help: 'startElementId names a none start event of the process.',
  }),
  PROCESS_EXECUTION_FAILED: error(422, {
    en: 'The process could not go on at {elementId}.',
    tr: 'Süreç {elementId} öğesinde ilerleyemedi.',
    help: 'Nothing was changed; errorArguments holds elementId, code and message of the failure.',
  }),
  TASK_NOT_FOUND: error(404, {
    en: 'There is no such task.',
    tr: 'Böyle bir görev yok.',
    help: 'The id names no task that the caller may see.',
  }),
  TASK_ALREADY_CLAIMED: error(409, {
    en: 'The task is already assigned to {assignee}.',
    tr: 'Görev zaten {assignee} kullanıcısına atanmış.',
    help: 'Ask the assignee to give the task back.',
  }),
  TASK_ALREADY_COMPLETED: error(409, {
    en: 'The task is already closed.',
    tr: 'Görev zaten kapatılmış.',
    help: 'A closed task can be read and no longer changed.',
  }),
} as const;

/** The catalogue; a code means the same in every module. */
export const errorCatalogue = { ...commonErrors, ...sessionErrors, ...authenticationErrors, ...engineErrors };

export type ErrorCode = keyof typeof errorCatalogue;

export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return errorCatalogue[code];
}
