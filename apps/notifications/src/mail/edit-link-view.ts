import type { Language } from '#kernel';
import type { CustomerEditLinkMail } from '#contracts';
import { dateTime } from '#pdf/format';
import { oneLine, webAddress, type MailLook, type MailView } from './view.js';

interface Words {
  readonly subject: (organization: string) => string;
  readonly heading: string;
  readonly asks: (organization: string) => string;
  readonly expires: (at: string) => string;
  readonly button: string;
  readonly unexpected: string;
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    subject: (organization) => `Revise sus datos de facturación con ${organization}`,
    heading: 'Sus datos de facturación',
    asks: (organization) =>
      `${organization} le pide revisar y completar los datos fiscales con los que emite sus facturas.`,
    expires: (at) => `El enlace sirve una sola vez y vence el ${at}.`,
    button: 'Revisar mis datos',
    unexpected: 'Si no esperaba este correo, ignórelo: sin el enlace nada cambia. No lo reenvíe a nadie.',
  },
  en: {
    subject: (organization) => `Review your invoicing details with ${organization}`,
    heading: 'Your invoicing details',
    asks: (organization) =>
      `${organization} asks you to review and complete the tax details that your invoices are issued with.`,
    expires: (at) => `The link works once and expires on ${at}.`,
    button: 'Review my details',
    unexpected:
      'If you did not expect this mail, ignore it: nothing changes without the link. Do not forward it.',
  },
};

/** The mail with which a customer edits its own data. Throws for a link that is no web address. */
export function editLinkView(
  { link, expires_at }: CustomerEditLinkMail['data'],
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const href = webAddress(link);
  if (href === undefined) throw new TypeError('an edit link must be an http(s) address');
  const text = words[language];
  const name = oneLine(organization.name);
  return {
    subject: oneLine(text.subject(name)),
    heading: text.heading,
    notice: null,
    paragraphs: [text.asks(name), text.expires(dateTime(expires_at, timezone))],
    facts: [],
    total: null,
    button: { label: text.button, href },
    notes: [text.unexpected],
  };
}
