// Ships the layout that tenants may put around their mails: plain, readable on any screen and by screen readers.
import type { MailLanguage, MailTemplate } from '../../api.ts';

const words: Readonly<Record<MailLanguage, { readonly title: string; readonly footer: string }>> = {
  en: { title: 'Message', footer: 'This message was sent automatically.' },
  tr: { title: 'İleti', footer: 'Bu ileti kendiliğinden gönderilmiştir.' },
};
const FONT = 'font-family: Arial, Helvetica, sans-serif; line-height: 1.5;';

function content(language: MailLanguage) {
  const { title, footer } = words[language];
  return {
    subject: null,
    contentType: 'HTML' as const,
    content: `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="margin: 0; padding: 0; background-color: #f3f4f6;">
<div role="article" aria-label="${title}" lang="${language}" style="max-width: 600px; margin: 0 auto; padding: 16px;">
<div style="padding: 24px; background-color: #ffffff; color: #1f2937; ${FONT} font-size: 16px;">
{% content %}
</div>
<p style="margin: 0; padding: 16px 24px; color: #4b5563; ${FONT} font-size: 14px;">${footer}</p>
</div>
</body>
</html>
`,
  };
}

export const BASE_LAYOUT: MailTemplate = {
  code: 'base',
  name: 'Base layout',
  type: 'LAYOUT',
  sensitive: false,
  contentMap: { en: content('en'), tr: content('tr') },
};
