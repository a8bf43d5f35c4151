import type { Language } from '#kernel';
import type { CertificateExpiringMail } from '#contracts';
import { dateTime } from '#pdf/format';
import { oneLine, type MailLook, type MailView } from './view.js';

type Notice = CertificateExpiringMail['data'];

interface Words {
  readonly kinds: Readonly<Record<Notice['kind'], string>>;
  /** "en 7 días", "mañana": of no days it has ended. */
  readonly when: (days: number) => string;
  readonly subject: (kind: string, when: string, organization: string) => string;
  readonly ends: (kind: string, organization: string, at: string, days: number) => string;
  readonly consequence: Readonly<Record<Notice['kind'], string>>;
  readonly advice: string;
  readonly testClock: string;
  readonly facts: { readonly number: string; readonly end: string };
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    kinds: { csd: 'Certificado de Sello Digital (CSD)', fiel: 'certificado de la e.firma (FIEL)' },
    when: (days) => (days === 0 ? 'venció' : days === 1 ? 'vence en un día' : `vence en ${days} días`),
    subject: (kind, when, organization) => `El ${kind} de ${organization} ${when}`,
    ends: (kind, organization, at, days) =>
      days === 0
        ? `El ${kind} de ${organization} venció el ${at}.`
        : `El ${kind} de ${organization} vence el ${at}.`,
    consequence: {
      csd: 'Con un CSD vencido no es posible timbrar comprobantes ni solicitar su cancelación.',
      fiel: 'Con una e.firma vencida no es posible firmar trámites ante el SAT ni solicitar un nuevo CSD en línea.',
    },
    advice:
      'Solicite uno nuevo en el portal del SAT y súbalo a la organización. Los comprobantes ya timbrados conservan su validez.',
    testClock:
      'Aviso de prueba: el certificado vence según el reloj del ambiente Test, que se adelantó; en realidad su vigencia no ha cambiado.',
    facts: { number: 'Número de serie', end: 'Fin de vigencia' },
  },
  en: {
    kinds: { csd: 'digital seal certificate (CSD)', fiel: 'e.firma certificate (FIEL)' },
    when: (days) =>
      days === 0 ? 'has expired' : days === 1 ? 'expires in one day' : `expires in ${days} days`,
    subject: (kind, when, organization) => `The ${kind} of ${organization} ${when}`,
    ends: (kind, organization, at, days) =>
      days === 0
        ? `The ${kind} of ${organization} expired on ${at}.`
        : `The ${kind} of ${organization} expires on ${at}.`,
    consequence: {
      csd: 'With an expired CSD you can neither stamp documents nor request their cancellation.',
      fiel: 'With an expired e.firma you can neither sign filings with the SAT nor request a new CSD online.',
    },
    advice:
      'Request a new one on the SAT portal and upload it to the organization. Documents that are stamped already stay valid.',
    testClock:
      'This is a test: the certificate expires by the clock of the Test environment, which was moved ahead. Its real validity is unchanged.',
    facts: { number: 'Serial number', end: 'Valid until' },
  },
};

/** The mail that says that a certificate is about to end, or has ended. */
export function certificateView(
  { kind, serial_number, expires_at, days_left, test_clock }: Notice,
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const text = words[language];
  const name = oneLine(organization.name);
  const end = dateTime(expires_at, timezone);
  const subject = oneLine(text.subject(text.kinds[kind], text.when(days_left), name));
  return {
    ...{ subject, heading: subject, notice: test_clock ? text.testClock : null, total: null, button: null },
    paragraphs: [text.ends(text.kinds[kind], name, end, days_left), text.consequence[kind]],
    facts: [
      { label: text.facts.number, value: serial_number },
      { label: text.facts.end, value: end },
    ],
    notes: [text.advice],
  };
}
