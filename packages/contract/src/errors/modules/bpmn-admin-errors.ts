// Declares the error codes of process models.
import { error } from '../definition.ts';

export const bpmnAdminErrors = {
  PROCESS_NOT_FOUND: error(404, {
    en: 'There is no such process: {asked}.',
    tr: 'Böyle bir süreç yok: {asked}.',
    help: 'The number or code names no process of the tenant, or one that was deleted; an export names all that are missing.',
  }),
  PROCESS_VERSION_NOT_FOUND: error(404, {
    en: 'The process has no such version: {asked}.',
    tr: 'Sürecin böyle bir sürümü yok: {asked}.',
    help: 'Versions are counted from 1 to currentVersion.',
  }),
  MODEL_NOT_FOUND: error(404, {
    en: 'There is no such model: {asked}.',
    tr: 'Böyle bir model yok: {asked}.',
    help: 'The number is the modelId of a process of the tenant.',
  }),
  IMPORT_NOT_FOUND: error(404, {
    en: 'There is no such import: {asked}.',
    tr: 'Böyle bir içe aktarma yok: {asked}.',
    help: 'The number names no import of the tenant, or one that is no longer kept.',
  }),
  DIAGRAM_NOT_FOUND: error(404, {
    en: 'There is no picture of it: {asked}.',
    tr: 'Bunun görüntüsü yok: {asked}.',
    help: 'Pictures are drawn by the editor that saves the content.',
  }),
  PROCESS_ALREADY_EXISTS: error(409, {
    en: 'Another process has this code.',
    tr: 'Bu kodu başka bir süreç kullanıyor.',
    help: 'Choose another code; that of a deleted process is free.',
  }),
  MODEL_EMPTY: error(409, {
    en: 'The process {code} has no content.',
    tr: '{code} sürecinin içeriği yok.',
    help: 'Save content first.',
  }),
  MODEL_NOT_READABLE: error(422, {
    en: 'The content cannot be read as BPMN, DMN or a form.',
    tr: 'İçerik BPMN, DMN ya da form olarak okunamıyor.',
    help:
      'It has to be well-formed XML without a document type, with the root of BPMN or DMN, or the JSON of a form, within the limits of ' +
      'size and depth. errorArguments says what is wrong, as SvcBpmnProblem where it is XML.',
  }),
  ARCHIVE_REFUSED: error(422, {
    en: 'An archive is not sound; nothing was imported.',
    tr: 'Bir arşiv güvenilir değil; hiçbir şey içe aktarılmadı.',
    help:
      'errorArguments names each archive with the reason and the entry: ENTRY_COUNT, UNPACKED_SIZE, NESTED, PATH, DUPLICATE_NAME, ENCRYPTED, ' +
      'METHOD, LINK or BROKEN.',
  }),
  MODEL_NOT_COMPARABLE: error(422, {
    en: 'Versions of this kind cannot be compared.',
    tr: 'Bu türden sürümler karşılaştırılamaz.',
    help: 'Only versions that are BPMN both are compared by their elements.',
  }),
  MODEL_XML_STALE: error(422, {
    en: 'The source of the editor of {code} is newer than its XML.',
    tr: '{code} sürecinin düzenleyici kaynağı XML içeriğinden daha yeni.',
    help: 'Save bpmn_xml, too.',
  }),
  PATCH_NOT_POSSIBLE: error(422, {
    en: 'The model cannot be changed so; refused operations: {count}.',
    tr: 'Model bu şekilde değiştirilemez; reddedilen işlem sayısı: {count}.',
    help: 'Nothing was changed. errorArguments names each operation by its place, with the reason.',
  }),
  RENAME_NOT_POSSIBLE: error(422, {
    en: 'The file cannot carry the code {code}.',
    tr: 'Dosya {code} kodunu taşıyamaz.',
    help: 'errorArguments names the reason: the id is taken in the file, stands in it twice, or cannot be written in its encoding.',
  }),
};
