import type { Language } from '#kernel';
import type { SupportEmailMail } from '#contracts';
import { dateTime } from '#pdf/format';
import { oneLine, webAddress, type MailLook, type MailView } from './view.js';

interface Words {
  readonly subject: (organization: string) => string;
  readonly heading: string;
  readonly asks: (organization: string, email: string) => string;
  readonly expires: (at: string) => string;
  readonly button: string;
  readonly unexpected: string;
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    subject: (organization) => `Confirme el correo de soporte de ${organization}`,
    heading: 'Correo de soporte',
    asks: (organization, email) =>
      `${organization} quiere mostrar ${email} a sus clientes como correo de soporte. Confirme que la dirección es suya.`,
    expires: (at) => `El enlace sirve una sola vez y vence el ${at}.`,
    button: 'Confirmar la dirección',
    unexpected: 'Si no esperaba este correo, ignórelo: sin el enlace su dirección no se muestra a nadie.',
  },
  en: {
    subject: (organization) => `Confirm the support address of ${organization}`,
    heading: 'Support address',
    asks: (organization, email) =>
      `${organization} would like to show ${email} to its customers as its support address. Confirm that the address is yours.`,
    expires: (at) => `The link works once and expires on ${at}.`,
    button: 'Confirm the address',
    unexpected:
      'If you did not expect this mail, ignore it: without the link your address is shown to nobody.',
  },
};

/** The mail with which a support address is verified. Throws for a link that is no web address. */
export function supportEmailView(
  { link, email, expires_at }: SupportEmailMail['data'],
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const href = webAddress(link);
  if (href === undefined) throw new TypeError('the link of a support address must be an http(s) address');
  const text = words[language];
  const name = oneLine(organization.name);
  return {
    subject: oneLine(text.subject(name)),
    heading: text.heading,
    notice: null,
    paragraphs: [text.asks(name, oneLine(email)), text.expires(dateTime(expires_at, timezone))],
    facts: [],
    total: null,
    button: { label: text.button, href },
    notes: [text.unexpected],
  };
}
