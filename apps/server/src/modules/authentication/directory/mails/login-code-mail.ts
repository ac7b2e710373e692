// Holds the mail that carries a sign-in code.
import type { MailTemplate } from '../../../mail-notification/api.ts';

/** Takes the parameters name, code and minutes. */
export const LOGIN_CODE_TEMPLATE = 'auth.login-code';

export const loginCodeTemplate: MailTemplate = {
  code: LOGIN_CODE_TEMPLATE,
  name: 'Sign-in code',
  sensitive: true,
  contentMap: {
    en: {
      subject: 'Your sign-in code',
      content:
        'Hello {{ name }},\n\nyour code is {{ code }}. It works once, for {{ minutes }} minutes, in the window where you are ' +
        'signing in.\n\nNobody will ever ask you for it. If you are not signing in, somebody knows your password: change it.\n',
    },
    tr: {
      subject: 'Oturum açma kodunuz',
      content:
        'Merhaba {{ name }},\n\nkodunuz {{ code }}. Yalnızca oturum açtığınız pencerede, bir kez ve {{ minutes }} dakika ' +
        'boyunca geçerlidir.\n\nKimse bu kodu sizden istemez. Oturum açmıyorsanız parolanızı bilen biri vardır: ' +
        'parolanızı değiştirin.\n',
    },
  },
};
