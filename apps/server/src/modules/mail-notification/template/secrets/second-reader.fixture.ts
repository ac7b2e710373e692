// Reads a mail with another parser than the program has, and says where in it a secret stands and what it asks other hosts for.
import { Parser } from 'htmlparser2';

interface ReadMail {
  readonly subject: string;
  readonly content: string;
  readonly html: string | null;
}

const WITHIN_WORDS = /^(?:a|b|i|em|u|s|strong|span|small|img|code|sub|sup)$/;
const UNREAD = /^(?:style|script|link|base|form|iframe|object|embed|svg|math|select|template|noscript|textarea|xmp)$/;
const ASKING = /^(?:on|srcdoc|srcset|ping|background|action|formaction|poster|data|xlink)/;
const ADDRESS = /\/\/|\\|url|image\(|image-set|import|evil/i;

/** Something may be an address: what stands before a secret, or behind it what goes on after a stop. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it stands for a secret
const TOUCHING = /[/\\@]|[\p{L}\p{N}:.\u0001]\u0001|\u0001.*[.:][\p{L}\p{N}]/u;

/** Answers what is wrong about a mail that holds these secrets. */
export function leaksIn(mail: ReadMail, secrets: readonly string[]): readonly string[] {
  const leaks: string[] = [];
  const holds = (text: string) => secrets.some((secret) => text.includes(secret));
  const text = (said: string) => {
    for (const word of said.split(/[ \t\r\n\f]+/)) {
      const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, '\u0001'), word);
      if (shown.includes('\u0001') && TOUCHING.test(shown)) leaks.push(`word ${word}`);
    }
  };
  for (const said of [mail.subject, mail.content]) text(said);
  if (mail.html === null) return leaks;
  // Words go on through elements that stand within a line.
  let line = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      if (UNREAD.test(name)) leaks.push(`<${name}>`);
      if (!WITHIN_WORDS.test(name)) line += ' ';
      for (const [attribute, value] of Object.entries(attributes)) {
        if (ASKING.test(attribute)) leaks.push(`${name} ${attribute}`);
        if (name === 'a' && attribute === 'href' && secrets.includes(value)) continue;
        if (holds(attribute) || holds(value)) leaks.push(`${name} ${attribute}=${value}`);
        if (ADDRESS.test(value)) leaks.push(`address in ${name} ${attribute}=${value}`);
      }
    },
    ontext(said) {
      line += said;
    },
    onclosetag(name) {
      if (!WITHIN_WORDS.test(name)) line += ' ';
    },
    oncomment: (said) => leaks.push(`comment ${said}`),
  });
  parser.end(mail.html);
  text(line);
  return leaks;
}
