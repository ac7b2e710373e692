// Says in Turkish what the operations on files of mails do.

export const attachmentSummaries = {
  uploadAttachment: 'E-postalar için bir dosya yükler',
  deleteAttachment: 'Yüklenmiş bir dosyayı siler',
} as const;
