// Says which names stand before secrets: `newPassword`, `x-api-key`, `DB_PASS`, `Yeni Şifre`.
import { foldText } from '../text/fold-text.ts';

/** Each also as the end of a longer name and in the plural; small letters without marks, spaces, `-` and `_`. */
const SECRET_NAMES = `
  password passwd passphrase passcode pwd secret token authorization cookie jwt apikey privatekey
  secretkey accesskey accountkey signingkey encryptionkey masterkey credential captcha otp cvv cvc
  securitycode verificationcode recoverycode amzsignature seedphrase mnemonic parola parolasi parolam
  parolaniz sifre sifresi sifrem sifreniz gizli anahtar anahtari jeton jetonu cerez cerezi
  kimlikbilgisi kimlikbilgileri dogrulamakodu onaykodu guvenlikkodu
`
  .trim()
  .split(/\s+/);
/** Matches `pass` as a secret's name at the end of a word, but not in words such as compass or bypass. */
const PASS = /(?<!by|com|over|sur|tres|under)pass$/;
/** Names that count as whole words alone: `cardPin`, `user_pin`, but not `spin`. */
const SECRET_WORD = /(?:^|[^\p{L}])(?:p[iı]n|s[iı]g|P[Iİ]N|S[Iİ]G)$|(?:^|[^\p{Lu}])(?:P[iı]n|S[iı]g)$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** Says whether what bears a name is a secret; MANY: a number there counts secrets, as in `maxTokens`. */
export type Secrecy = 'ONE' | 'MANY' | 'NONE';

/** Reads names that an operator adds, apart by commas or spaces. */
export function readAddedNames(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .map(plainName)
    .filter((name) => name !== '');
}

/** `addedNames` are as `readAddedNames` answers them. */
export function createSecretNames(addedNames: readonly string[]): (name: string) => Secrecy {
  const byLastLetter = Map.groupBy([...SECRET_NAMES, ...addedNames], (name) => name.at(-1));
  const isOne = (plain: string): boolean =>
    (byLastLetter.get(plain.at(-1)) ?? []).some((name) => plain.endsWith(name)) || PASS.test(plain);
  return (name) => {
    const plain = plainName(name);
    if (isOne(plain) || SECRET_WORD.test(name)) return 'ONE';
    return plain.endsWith('s') && isOne(plain.slice(0, -1)) ? 'MANY' : 'NONE';
  };
}

function plainName(name: string): string {
  return (ASCII.test(name) ? name.toLowerCase() : foldText(name)).replace(/[-_\s]/g, '');
}
