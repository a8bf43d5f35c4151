import type { Language } from '#kernel';
import type { InvitationMail } from '#contracts';
import { dateTime } from '#pdf/format';
import { oneLine, webAddress, type MailLook, type MailView } from './view.js';

interface Words {
  readonly subject: (organization: string) => string;
  readonly heading: string;
  readonly invites: (inviter: string, organization: string, role: string) => string;
  readonly expires: (at: string) => string;
  readonly button: string;
  readonly unexpected: string;
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    subject: (organization) => `Invitación para trabajar en ${organization}`,
    heading: 'Tiene una invitación',
    invites: (inviter, organization, role) =>
      `${inviter} le invita a trabajar en ${organization} con el rol «${role}».`,
    expires: (at) => `El enlace es solo para usted, sirve una sola vez y vence el ${at}.`,
    button: 'Ver la invitación',
    unexpected: 'Si no esperaba este correo, ignórelo: sin su respuesta nada cambia. No lo reenvíe a nadie.',
  },
  en: {
    subject: (organization) => `Invitation to work in ${organization}`,
    heading: 'You have an invitation',
    invites: (inviter, organization, role) =>
      `${inviter} invites you to work in ${organization} with the role “${role}”.`,
    expires: (at) => `The link is for you alone, works once and expires on ${at}.`,
    button: 'See the invitation',
    unexpected:
      'If you did not expect this mail, ignore it: nothing changes without your answer. Do not forward it.',
  },
};

/** The mail that invites somebody to work in an organization. Throws for a link that is no web address. */
export function invitationView(
  { link, inviter, role, expires_at }: InvitationMail['data'],
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const href = webAddress(link);
  if (href === undefined) throw new TypeError('the link of an invitation must be an http(s) address');
  const text = words[language];
  const name = oneLine(organization.name);
  const who = oneLine(`${inviter.full_name} (${inviter.email})`);
  return {
    subject: oneLine(text.subject(name)),
    heading: text.heading,
    notice: null,
    paragraphs: [text.invites(who, name, oneLine(role)), text.expires(dateTime(expires_at, timezone))],
    facts: [],
    total: null,
    button: { label: text.button, href },
    notes: [text.unexpected],
  };
}
