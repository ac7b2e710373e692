// Decides which names and media types files of mails may have.
import { detectMimeType } from 'nodemailer/lib/mime-funcs';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import { isPlainFileName, MEDIA_TYPE, PLAIN_NAME } from '../../../kernel/text/file-name.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';

/** Endings of programs, scripts, links and disk images, which the large mail services refuse to carry. */
const REFUSED_EXTENSIONS = new Set(
  `ade adp apk app appcontent-ms appinstaller application appref-ms appx appxbundle bat cab cer chm cmd cnt com cpl crt csh diagcab dll
   dmg ex ex_ exe fxp gadget grp hlp hpj hta img inf ins iso isp its jar jnlp js jse ksh lib library-ms lnk mad maf mag mam maq mar mas
   mat mau mav maw mcf mda mde mdt mdw mdz msc msh msh1 msh1xml msh2 msh2xml mshxml msi msix msixbundle msp mst msu nsh ops osd pif pkg
   pl plg prf prg printerexport ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1 psm1 reg scf scr sct search-ms settingcontent-ms shb shs
   sys theme url vb vbe vbp vbs vhd vhdx vsmacros vsw vxd webpnp website ws wsb wsc wsf wsh xbap xll xnk`.split(/\s+/),
);
/** Endings refused only as the last one: `com` ends programs and names of hosts, and `acme.com.pdf` is a document. */
const ONLY_LAST = new Set(['com']);

/** Media types of the parts of a message; mail readers would act on files of these types. */
const REFUSED_TYPES = /^(?:multipart|message)\/|^text\/calendar$/i;

/** Answers the first refused ending, wherever it stands: `a.exe`, `a.pdf.exe`, `a.exe.pdf`, `a.exe .`, `a.EXE::$DATA`. */
function refusedEnding(name: string): string | null {
  const plain = foldText(name).replaceAll(/\p{Cf}/gu, '');
  const [, ...endings] = plain.split(/[.:]/).map((part) => part.trim());
  const last = endings.findLastIndex((ending) => ending !== '');
  return endings.find((one, index) => REFUSED_EXTENSIONS.has(one) && (index === last || !ONLY_LAST.has(one))) ?? null;
}

/** Answers what is wrong with the name of a file; null for a good one. */
export function findNameProblem(field: string, name: string): ArgumentProblem | null {
  if (!isPlainFileName(name)) return { field, code: 'ATTACHMENT_INVALID', message: PLAIN_NAME };
  const ending = refusedEnding(name);
  if (ending === null) return null;
  return {
    field,
    code: 'ATTACHMENT_TYPE_NOT_ALLOWED',
    message: `Files of the kind ${ending} are not carried by mail.`,
  };
}

/** Answers the media type of a file, the one given or that of its name, or what is wrong with it. */
export function readMediaType(
  field: string,
  name: string,
  given: string | null,
): { readonly contentType: string; readonly problem: ArgumentProblem | null } {
  const contentType = given ?? detectMimeType(name);
  const [, type, charset = ''] = MEDIA_TYPE.exec(contentType.trim()) ?? [];
  if (type === undefined) {
    const message = 'Must be a media type such as application/pdf.';
    return { contentType, problem: { field, code: 'ATTACHMENT_INVALID', message } };
  }
  if (REFUSED_TYPES.test(type)) {
    const message = `Files of the kind ${type.toLowerCase()} are not carried by mail.`;
    return { contentType, problem: { field, code: 'ATTACHMENT_TYPE_NOT_ALLOWED', message } };
  }
  return { contentType: `${type.toLowerCase()}${charset}`, problem: null };
}
