// Translates the sentences of arguments into Turkish. Programs write them in English; `{}` stands for what differs from one
// to the next.
import { attachmentSentences } from './attachment-argument-texts.ts';
import type { Language } from './definition.ts';
import { formSentences } from './form-argument-texts.ts';
import { mailSentences } from './mail-argument-texts.ts';
import { bpmnAdminSentences } from './modules/bpmn-admin-argument-texts.ts';
import { calendarSentences } from './modules/calendar-argument-texts.ts';
import { passwordSentences } from './modules/password-argument-texts.ts';
import { reportAdapterSentences } from './modules/report/report-adapter-argument-texts.ts';
import { reportSentences } from './modules/report/report-argument-texts.ts';
import { reportQuerySentences } from './modules/report/report-query-argument-texts.ts';
import { templateSentences } from './template-argument-texts.ts';

/** English sentences with their Turkish ones; what stood for the n-th `{}` stands for the n-th one again. */
export const argumentSentences: readonly (readonly [english: string, turkish: string])[] = [
  ...passwordSentences,
  ...templateSentences,
  ...bpmnAdminSentences,
  ...reportQuerySentences,
  ...reportSentences,
  ...mailSentences,
  ...calendarSentences,
  ...attachmentSentences,
  ...formSentences,
  ...reportAdapterSentences,
  ['Must be given.', 'Verilmesi zorunludur.'],
  [
    'Must be an http or https address, or a path that begins with one slash.',
    'Bir http ya da https adresi veya tek eğik çizgiyle başlayan bir yol olmalıdır.',
  ],
  ['Must not lie more than 5 minutes in the past.', '5 dakikadan daha geçmişte olmamalıdır.'],
  ['Must lie in the future.', 'Gelecekte olmalıdır.'],
  ['Must lie before the year {}.', '{} yılından önce olmalıdır.'],
  ['Must lie after startDate.', 'startDate sonrasında olmalıdır.'],
  ['Must not be given beside all=true.', 'all=true ile birlikte verilemez.'],
  ['Must be true for a MODAL that cannot be dismissed.', 'Kapatılamayan bir MODAL için true olmalıdır.'],
  ['What is critical cannot be muted.', 'Kritik olanlar sessize alınamaz.'],
  ['Must be a locale such as tr-TR, or default.', 'tr-TR gibi bir yerel ayar ya da default olmalıdır.'],
  ['Another text has this locale.', 'Bu yerel ayar için başka bir metin var.'],
  ['Must not be given for several tenants.', 'Birden çok kiracı için verilemez.'],
  [
    'Is given when it is sent; other tenants have an announcement of their own.',
    'Gönderirken verilir; öteki kiracıların kendi duyurusu vardır.',
  ],
  ['Must be the X-Svc-As-Of of an answer of this service.', 'Bu servisin bir yanıtındaki X-Svc-As-Of olmalıdır.'],
  ['Is not for the type {}.', '{} türü için değildir.'],
  ['The type {} needs it.', '{} türü için gereklidir.'],
  ['Exactly one of {} and {} must be given.', '{} ve {} alanlarından yalnızca biri verilmelidir.'],
  ['Must be an id of what the type is for.', 'Türün ilgili olduğu şeyin kimliği olmalıdır.'],
  ['Is not for the action {}.', '{} işlemi için değildir.'],
  ['The action {} needs it.', '{} işlemi için gereklidir.'],
  ['Is no JSON from line {}, column {} on.', '{}. satırın {}. sütunundan sonrası JSON değil.'],
  ['Is no gzip (RFC 1952).', 'gzip (RFC 1952) değil.'],
  ['Is no UTF-8 from line {}, column {} on.', '{}. satırın {}. sütunundan sonrası UTF-8 değil.'],
  ['Must not be given for a key with a level.', 'Düzeyli bir anahtarda verilemez.'],
  ['Must be 0 or {} to {} for the level {}.', '0 ya da {} ile {} arasında olmalıdır (düzey {}).'],
  ['Must be no type of audit.', 'Denetim türlerinden biri olmamalıdır.'],
  [
    'Must hold no number beyond the range of a double.',
    'Çift duyarlıklı bir sayının aralığını aşan sayı içermemelidir.',
  ],
  ['Must hold a word.', 'Bir sözcük içermelidir.'],
  [
    'Must be that of the answer before, with the same query.',
    'Önceki yanıttaki imleç olmalı, sorgu da aynı kalmalıdır.',
  ],
  ['Must be whole days where it is more than one.', 'Bir günden uzunsa tam gün olmalıdır.'],
  ['Must make at most {} buckets.', 'En çok {} aralık oluşturmalıdır.'],
  ['Must be given once.', 'Yalnızca bir kez verilebilir.'],
  ['Must be given at most {} time.', 'En çok {} kez verilebilir.'],
  ['Must be given at most {} times.', 'En çok {} kez verilebilir.'],
  ['Must be given at least {} time.', 'En az {} kez verilmelidir.'],
  ['Must be given at least {} times.', 'En az {} kez verilmelidir.'],
  ['Must have at least {} characters.', 'En az {} karakter olmalıdır.'],
  ['Must have at most {} characters.', 'En çok {} karakter olabilir.'],
  ['Must have at least {} entries.', 'En az {} öğe olmalıdır.'],
  ['Must have at most {} entries.', 'En çok {} öğe olabilir.'],
  ['Must not have more than {} entries.', 'En çok {} öğe olabilir.'],
  ['Must have {} to {} entries.', '{} ile {} arasında öğe olmalıdır.'],
  ['Must have an entry.', 'En az bir öğe olmalıdır.'],
  ['Must have at least {} fields.', 'En az {} alan olmalıdır.'],
  ['Must have at most {} fields.', 'En çok {} alan olabilir.'],
  ['Must have at most {} parameters.', 'En çok {} değer verilebilir.'],
  ['Must have at most {} bytes.', 'En çok {} bayt olabilir.'],
  ['Must have 1 to 128 visible ASCII characters.', '1 ile 128 arasında görünür ASCII karakteri olmalıdır.'],
  ['Must not nest deeper than {} levels.', 'En çok {} düzey iç içe olabilir.'],
  ['Must be at least {}.', 'En az {} olmalıdır.'],
  ['Must be at most {}.', 'En çok {} olabilir.'],
  ['Must be more than {}.', '{} değerinden büyük olmalıdır.'],
  ['Must be less than {}.', '{} değerinden küçük olmalıdır.'],
  ['Must be a multiple of {}.', '{} sayısının katı olmalıdır.'],
  ['Must be one of {}.', 'Şunlardan biri olmalıdır: {}.'],
  ['Must match {}.', '{} biçimine uymalıdır.'],
  [
    'Must be a date and time with an offset of at most 15:59, as 2026-03-01T10:00:00+03:00.',
    'Saat farkı en çok 15:59 olan bir tarih ve saat olmalıdır, örneğin 2026-03-01T10:00:00+03:00.',
  ],
  ['Must be written as {}.', '{} biçiminde yazılmalıdır.'],
  [
    'Must be an http or https address without a user.',
    'Kullanıcı adı içermeyen bir http ya da https adresi olmalıdır.',
  ],
  [
    'Must be a path of this platform, beginning with one slash.',
    'Bu platformun tek eğik çizgiyle başlayan bir yolu olmalıdır.',
  ],
  ['Must be a file: the part needs a file name.', 'Bir dosya olmalıdır: bölümün dosya adı gerekir.'],
  ['Must be a JSON object.', 'Bir JSON nesnesi olmalıdır.'],
  [
    'Must be left out where the list names who may see the item.',
    'Liste öğeyi kimin göreceğini söylüyorsa verilmemelidir.',
  ],
  ['Must lie ahead, at most {} days.', 'İleride, en çok {} gün sonra olmalıdır.'],
  ['Must not hold the character U+0000.', 'U+0000 karakteri içeremez.'],
  ['Must not hold half of a surrogate pair.', 'Yarım bir vekil çift içeremez.'],
  ['Must be a value of the type {}.', '{} türünde bir değer olmalıdır.'],
  ['Must be {}.', 'Beklenen: {}.'],
  ['Is not a field of this request; did you mean {}?', 'Bu isteğin böyle bir alanı yoktur; {} mi demek istediniz?'],
  [
    'Is not a parameter of this request; did you mean {}?',
    'Bu isteğin böyle bir değeri yoktur; {} mi demek istediniz?',
  ],
  ['Is not a part of this request; did you mean {}?', 'Bu isteğin böyle bir bölümü yoktur; {} mi demek istediniz?'],
  ['Is not a field of this request.', 'Bu isteğin böyle bir alanı yoktur.'],
  ['Is not a parameter of this request.', 'Bu isteğin böyle bir değeri yoktur.'],
  ['Is not a part of this request.', 'Bu isteğin böyle bir bölümü yoktur.'],
  ['Is not a name for a field.', 'Bir alan adı olamaz.'],
  ['Is not allowed here.', 'Burada kullanılamaz.'],
  ['Is not percent-encoded UTF-8.', 'Yüzdeyle kodlanmış UTF-8 değildir.'],
  ['Is not for {}.', '{} türü için değildir.'],
  ['Is changed by {}.', '{} işlemiyle değiştirilir.'],
  ['Is above maxValue.', 'maxValue değerinden büyüktür.'],
  ['Is not as the OpenTelemetry protocol has it.', 'OpenTelemetry protokolüne uygun değil.'],
  ['Is no number that can be stored exactly.', 'Tam olarak saklanabilecek bir sayı değildir.'],
  ['Is too long or too deep.', 'Fazla uzun ya da fazla derin.'],
  ['Is what a secret is shown as.', 'Bir sır yerine gösterilen metindir.'],
  ['Is a list; put it into an object.', 'Bir listedir; bir nesnenin içine koyun.'],
  ['Is no pattern of RE2.', 'Bir RE2 deseni değildir.'],
  ['Has the same entry twice.', 'Aynı öğe iki kez verilmiş.'],
  ['Has a name that is not allowed here.', 'Burada kullanılamayan bir ad içerir.'],
  ['Has no letter to look for.', 'Aranacak bir harf içermiyor.'],
  ['Changed by {}, for everybody.', 'Herkes için {} işlemleriyle değiştirilir.'],
  ['Changed by {}.', '{} işlemiyle değiştirilir.'],
  ['Cannot be changed: save another favorite.', 'Değiştirilemez: başka bir sık kullanılan kaydedin.'],
  ['Written by {} and {}.', '{} ve {} işlemleriyle yazılır.'],
  ['Written by {}.', '{} işlemiyle yazılır.'],
  ['Fixed when the role is created.', 'Rol oluşturulurken belirlenir.'],
  ['Fixed when the tenant is created.', 'Kiracı oluşturulurken belirlenir.'],
  ['A record stays in its tenant.', 'Bir kayıt kendi kiracısında kalır.'],
  ['This field cannot be empty.', 'Bu alan boş olamaz.'],
  ['A user stays in its tenant.', 'Bir kullanıcı kendi kiracısında kalır.'],
  ['Only the own account is changed here.', 'Burada yalnızca kendi hesabınız değiştirilir.'],
  ['An IPv4 or IPv6 address.', 'Bir IPv4 ya da IPv6 adresi.'],
  ['Text of at most {} characters.', 'En çok {} karakterlik bir metin.'],
  ['Only {} can take a key over.', 'Bir anahtarı yalnızca {} devralabilir.'],
  ['Cannot be cleared.', 'Boş bırakılamaz.'],
  ['Differs from the body.', 'Gövdedekinden farklı.'],
  ['Does not fit the definition.', 'Tanıma uymuyor.'],
  ['Needs uuid or name.', 'uuid ya da ad gerekir.'],
  ['Needs a role or an authority.', 'Bir rol ya da yetki gerekir.'],
  ['Give at least one of {}.', 'En az birini verin: {}.'],
  ['Give exactly one of {}.', 'Yalnızca birini verin: {}.'],
  ['Name at least one.', 'En az birini belirtin.'],
  ['Name a session by its identifier or a user.', 'Bir oturumu kimliğiyle ya da bir kullanıcıyı belirtin.'],
  [
    'Narrow the query by something else than tenant, kind and status, or use /close-all.',
    'Sorguyu kiracı, tür ve durum dışında bir şeyle daraltın ya da /close-all kullanın.',
  ],
  ['Stands in the list twice.', 'Listede iki kez geçiyor.'],
  ['Stands in the document twice.', 'Belgede iki kez geçiyor.'],
  [
    'Belongs to the level itself: give its entry the fields.',
    'Bu düzeyin kendi kaydıdır: alanları kaydın kendisinde verin.',
  ],
  [
    'Names the item where targetType is ITEM, and nothing else.',
    'targetType ITEM ise öğenin adı verilir, değilse verilmez.',
  ],
  ['Stands there already.', 'Zaten orada.'],
  ['Stands there already at this level.', 'Bu düzeyde zaten var.'],
  ['The same as in entry {}.', '{} numaralı öğedekiyle aynı.'],
  ['Names the same setting and level as entry {}.', '{} numaralı öğeyle aynı ayarı ve düzeyi belirtiyor.'],
  ['Two files are named {}.', 'İki dosyanın adı {}.'],
  ['The instance had not begun at that time.', 'Örnek o zaman henüz başlamamıştı.'],
  [
    'Send exactly one of processInstanceId, processDefinitionId and processDefinitionKey.',
    'processInstanceId, processDefinitionId ve processDefinitionKey değerlerinden yalnızca birini gönderin.',
  ],
  ['Activities of many instances need a range.', 'Birçok örneğin etkinlikleri için bir zaman aralığı gerekir.'],
  ['The range ends after it begins, and is at most {} days.', 'Aralık başladıktan sonra biter ve en çok {} gündür.'],
  ['Send the nextCursor of the answer before.', 'Önceki yanıtın nextCursor değerini gönderin.'],
  [
    'Give exactly one of processDefinitionId (or id) and processDefinitionKey (or key).',
    'processDefinitionId (ya da id) ve processDefinitionKey (ya da key) değerlerinden yalnızca birini verin.',
  ],
  [
    'The id names the version already; this is for a start by key.',
    'Kimlik sürümü zaten belirtiyor; bu alan anahtarla başlatmak içindir.',
  ],
  [
    'Exactly one of username and authorityList is given.',
    'username ve authorityList alanlarından yalnızca biri verilir.',
  ],
  ['Either a password or a code, not both.', 'Parola ya da kod verilir, ikisi birden değil.'],
  ['A password or a code is needed.', 'Bir parola ya da kod gerekir.'],
  ['The sign-in does not offer this second factor.', 'Bu giriş bu ikinci doğrulama yöntemini sunmuyor.'],
  [
    'No code is mailed for this; use an authenticator app, a recovery code or the password.',
    'Bunun için postayla kod gönderilmez; doğrulama uygulaması, kurtarma kodu ya da parola kullanın.',
  ],
  [
    '6 to 8 digits, or a recovery code of 17 letters and digits.',
    '6 ile 8 arasında rakam ya da 17 harf ve rakamlık bir kurtarma kodu.',
  ],
  [
    'Cookies need HTTPS beyond this machine; use HTTPS or the delivery BODY.',
    'Çerezler bu makinenin dışında HTTPS gerektirir; HTTPS ya da BODY teslimini kullanın.',
  ],
  [
    'This page is not on the list of the tenant. You are signed out.',
    'Bu sayfa kiracının listesinde yok. Oturumunuz kapatıldı.',
  ],
  ['This is a token; send the identifier of the session.', 'Bu bir oturum anahtarı; oturumun kimliğini gönderin.'],
  ['Must be an object in JSON.', 'JSON olarak bir nesne olmalıdır.'],
  ['This version does not build this; leave it out.', 'Bu sürüm bunu sunmuyor; vermeyin.'],
  ['There is a record already: name the version that was read.', 'Zaten bir kayıt var: okunan sürümü belirtin.'],
  [
    'An empty list opens the item to whoever sees what is above it: say everybody=true, or delete the record.',
    'Boş bir liste öğeyi üstündekini gören herkese açar: everybody=true deyin ya da kaydı silin.',
  ],
  ['The parent stands in another application.', 'Üst öğe başka bir uygulamada.'],
  ['An item has a path or an address, not both.', 'Bir öğenin yolu ya da adresi olur, ikisi birden değil.'],
  ['A BCP 47 tag of a known language.', 'Bilinen bir dilin BCP 47 etiketi.'],
  ['The locale of a known language.', 'Bilinen bir dilin yerel ayarı.'],
  ['An IANA name of a time zone.', 'Bir saat diliminin IANA adı.'],
  ['An address or a CIDR range, IPv4 or IPv6.', 'IPv4 ya da IPv6 adresi veya CIDR aralığı.'],
  ['An http or https address.', 'Bir http ya da https adresi.'],
  [
    'A path of the own site, or an address within redirectUrlList.',
    'Kendi sitenizin bir yolu ya da redirectUrlList içindeki bir adres.',
  ],
  ['A host name without scheme and port.', 'Şema ve kapı numarası olmadan bir sunucu adı.'],
  ['One mail address, for example name@example.org.', 'Bir posta adresi, örneğin ad@example.org.'],
  ['A parameter has more than {} characters.', 'Bir değer en çok {} karakter olabilir.'],
  ['A name is needed.', 'Bir ad gerekir.'],
  ['A name has at most {} characters.', 'Bir adda en çok {} karakter olur.'],
  ['A name of at most {} characters.', 'En çok {} karakterlik bir ad.'],
  [
    'A name has no white space, control or invisible characters.',
    'Bir adda boşluk, denetim ya da görünmeyen karakter olmaz.',
  ],
  [
    'A name is written in one script, or in Latin beside one other that is neither Cyrillic nor Greek.',
    'Bir ad tek bir yazıyla ya da Latin harfleriyle birlikte Kiril ve Yunan dışında tek bir yazıyla yazılır.',
  ],
  [
    'Names beginning with "{}" belong to API keys and the command line.',
    '"{}" ile başlayan adlar API anahtarlarına ve komut satırına aittir.',
  ],
  ['The name is taken.', 'Bu ad kullanılıyor.'],
  ['Another user has the identifier of the earlier system.', 'Önceki sistemdeki kimlik başka bir kullanıcıda.'],
  [
    'A deleted user keeps the name; restoreUser brings both back.',
    'Silinmiş bir kullanıcı bu adı tutuyor; restoreUser ikisini de geri getirir.',
  ],
  ['The name is reserved for somebody who had it.', 'Bu ad, onu daha önce kullanan biri için ayrılmıştır.'],
  [
    'Somebody had the name before a rename; it is free after the date, once every module has followed.',
    'Bu ad, adı değiştirilen birine aitti; tarihten sonra ve her modül değişikliği işlediğinde boşa çıkar.',
  ],
  ['There is no role {}.', '{} adında bir rol yok.'],
  ['It marks API keys.', 'Bu rol API anahtarlarını belirtir.'],
  ['Nobody is given the role {}.', '{} rolü kimseye verilmez.'],
  [
    'A PHC string of argon2, scrypt or pbkdf2, or a bcrypt hash, with parameters within the bounds.',
    'Değerleri sınırlar içinde bir argon2, scrypt ya da pbkdf2 PHC metni veya bcrypt özeti.',
  ],
  ['At most {} users at once.', 'Bir kerede en çok {} kullanıcı.'],
  ['At most {} in one request.', 'Bir istekte en çok {}.'],
  ['At most {} own attributes.', 'En çok {} özel nitelik.'],
  ['At most {} bytes of JSON.', 'JSON olarak en çok {} bayt.'],
  ['At most {} bytes as JSON.', 'JSON olarak en çok {} bayt.'],
  ['At most {} bytes of UTF-8.', 'UTF-8 olarak en çok {} bayt.'],
  ['At most 8 sessions hang on one another.', 'En çok 8 oturum birbirine bağlanabilir.'],
  ['A session cannot hang on itself.', 'Bir oturum kendisine bağlanamaz.'],
  [
    'No open session that the caller may name has this identifier.',
    'Çağıranın belirtebileceği, bu kimlikte açık bir oturum yok.',
  ],
  ['The identifier of a session.', 'Bir oturumun kimliği.'],
  ['The server says this of a session.', 'Bunu bir oturum için sunucu söyler.'],
  [
    'The user directory does not know the user: say what the session may do.',
    'Kullanıcı dizini bu kullanıcıyı tanımıyor: oturumun neye yetkili olduğunu belirtin.',
  ],
  ['A list of {}, each once.', 'Her biri bir kez olmak üzere {} listesi.'],
  ['AAL1 or AAL2.', 'AAL1 ya da AAL2.'],
  ['Only the tenant of the caller can stand here.', 'Burada yalnızca çağıranın kiracısı bulunabilir.'],
  ['Only the name of the caller can stand here.', 'Burada yalnızca çağıranın adı bulunabilir.'],
  ['Only a person owns keys; ask for {}.', 'Anahtarlar yalnızca kişilere aittir; {} isteyin.'],
  ['Only {} or the creator.', 'Yalnızca {} ya da oluşturan kişi.'],
  ['In the future, at most {} days ahead.', 'İleride, en çok {} gün sonra.'],
  ['{}From is later than {}To.', '{}From, {}To değerinden sonra.'],
  ['A removal has no end.', 'Kaldırmanın bitiş tarihi olmaz.'],
  ['A global value belongs to no tenant.', 'Genel bir değer bir kiracıya ait değildir.'],
  ['A secret is always RESTRICTED.', 'Bir sır her zaman RESTRICTED olur.'],
  ['A secret has no values of users.', 'Bir sırrın kullanıcılara ait değeri olmaz.'],
  ['A secret has no default.', 'Bir sırrın varsayılan değeri olmaz.'],
  ['{} is {} s, above {}, which is {} min', '{} {} sn, {} ayarının değeri olan {} dakikadan uzun'],
  ['{} is {}, above {}, which is {}', '{} {}, {} ayarının değeri olan {} değerinden büyük'],
  ['{} is {}, which is no time zone', '{} {}, ama böyle bir saat dilimi yok'],
  ['{} has {}, which is no host, address or range', '{} içindeki {} bir sunucu adı, adres ya da aralık değil'],
];

/** Turkish words for those that the validator puts into a sentence. */
export const argumentWords: Readonly<Record<string, string>> = {
  text: 'metin',
  'a whole number': 'tam sayı',
  'a number': 'sayı',
  'true or false': 'true ya da false',
  'a list': 'liste',
  'an object': 'nesne',
};

function patternOf(english: string): RegExp {
  const parts = english.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+)')}$`, 's');
}

const plain = new Map(argumentSentences.filter(([english]) => !english.includes('{}')));
const patterns = argumentSentences
  .filter(([english]) => english.includes('{}'))
  .map(([english, turkish]) => ({ pattern: patternOf(english), turkish }));

/** Translates `text or null` and the like, word by word; what is no word of the validator stays as it is. */
function translateWords(text: string): string {
  if (text in argumentWords) return argumentWords[text]!;
  const parts = text.split(' or ');
  return parts.every((part) => part in argumentWords || part === 'null')
    ? parts.map((part) => argumentWords[part] ?? part).join(' ya da ')
    : text;
}

/** Sentence of an argument in the language; null where it has none in it. */
export function argumentText(english: string, language: Language): string | null {
  if (language === 'en') return english;
  const known = plain.get(english);
  if (known !== undefined) return known;
  for (const { pattern, turkish } of patterns) {
    const found = pattern.exec(english);
    if (found === null) continue;
    let at = 0;
    return turkish.replaceAll('{}', () => {
      at += 1;
      return translateWords(found[at]!);
    });
  }
  return null;
}
