// Says for people why an adapter cannot be asked, what its role can do too much, and what its connection lacks.
import type { Language, SvcRToolReportDataAdapterTestResultModel } from '@keelson/contract';
import { localText } from '../../../kernel/request/languages.ts';
import { type AdapterErrorCode, adapterErrorTexts } from './connection/adapter-error.ts';
import type { AdapterTls } from './connection/adapter-url.ts';
import type { ForeignRights } from './connection/foreign.store.ts';

type Finding = SvcRToolReportDataAdapterTestResultModel['findingList'][number];

const findingTexts: Readonly<Record<Finding['code'], Readonly<Record<Language, string>>>> = {
  ROLE_CAN_WRITE: {
    en: 'The role may write: one that reads what is reported on is enough.',
    tr: 'Rol yazabiliyor: raporlanacak verileri okuyabilen bir rol yeterli.',
  },
  ROLE_IS_SUPERUSER: {
    en: 'The role is a superuser: whoever writes statements can do everything on that server.',
    tr: 'Rol bir süper kullanıcı: sorgu yazan herkes o sunucuda her şeyi yapabilir.',
  },
  ROLE_READS_SERVER_FILES: {
    en: 'The role may read or write files of the server, or run programs there.',
    tr: 'Rol sunucunun dosyalarını okuyup yazabiliyor ya da orada program çalıştırabiliyor.',
  },
  TLS_OFF: {
    en: 'The connection is not encrypted: the password and all rows can be read on the way.',
    tr: 'Bağlantı şifreli değil: parola ve tüm satırlar yolda okunabilir.',
  },
  TLS_NOT_VERIFIED: {
    en: 'Nobody checks who answers: use sslmode=verify-full.',
    tr: 'Yanıt verenin kim olduğu denetlenmiyor: sslmode=verify-full kullanın.',
  },
};

/** Answers the text in the first language that it has, else in English. */
function textIn(texts: Readonly<Record<Language, string>>, languages: readonly string[]): string {
  return localText(texts, languages) ?? texts.en;
}

export function messageOf(code: AdapterErrorCode, languages: readonly string[]): string {
  return textIn(adapterErrorTexts[code], languages);
}

export function findingsOf(tls: AdapterTls, rights: ForeignRights, languages: readonly string[]): readonly Finding[] {
  const found: readonly (readonly [Finding['code'], boolean])[] = [
    ['ROLE_IS_SUPERUSER', rights.isSuperuser],
    ['ROLE_READS_SERVER_FILES', rights.readsServerFiles],
    ['ROLE_CAN_WRITE', rights.canWrite],
    ['TLS_OFF', tls === 'DISABLE'],
    ['TLS_NOT_VERIFIED', tls === 'REQUIRE'],
  ];
  return found.flatMap(([code, isSo]) => (isSo ? [{ code, message: textIn(findingTexts[code], languages) }] : []));
}
