import type { Language } from '#kernel';
import type { CustomerSnapshot, IssuerSnapshot } from '#contracts';
import { dateTime } from '#pdf/format';
import { rowsOf, type Row } from '#pdf/rows';
import { oneLine, webAddress, type MailLook, type MailView } from './view.js';

/** What the mail of a stamped document says, whatever it is. */
export interface StampedMail {
  /** "Factura"; and the word for one that was canceled. */
  readonly kind: { readonly name: string; readonly canceled: string };
  readonly folio: string;
  readonly livemode: boolean;
  readonly canceled: boolean;
  readonly canceled_at: string | null;
  readonly uuid: string | null;
  readonly verification_url: string | null;
  readonly issuer: Pick<IssuerSnapshot, 'legal_name' | 'tax_id'> | null;
  readonly receiver: Pick<CustomerSnapshot, 'legal_name' | 'tax_id'> | null;
  readonly date: string | null;
  /** How its receiver is addressed; absent: as a customer. */
  readonly greeting?: (name: string) => string;
  /** Facts of its own, before its UUID. */
  readonly facts?: readonly (readonly [string, string | null])[];
  readonly total: Row | null;
}

interface Words {
  readonly subject: (document: string, organization: string) => string;
  readonly test: string;
  readonly testNotice: string;
  readonly canceledNotice: (at: string | null) => string;
  readonly greeting: (name: string) => string;
  readonly sent: (organization: string) => string;
  readonly files: (canceled: boolean) => string;
  readonly labels: Readonly<Record<'issuer' | 'receiver' | 'folio' | 'uuid' | 'date' | 'verify', string>>;
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    subject: (document, organization) => `${document} de ${organization}`,
    test: 'Prueba',
    testNotice: 'Documento de prueba: no tiene validez fiscal.',
    canceledNotice: (at) => `Este comprobante fue cancelado ante el SAT${at === null ? '' : ` el ${at}`}.`,
    greeting: (name) => `Estimado cliente ${name}:`,
    sent: (organization) => `${organization} le envía este comprobante fiscal digital.`,
    files: (canceled) =>
      canceled
        ? 'Adjuntos a este correo van el comprobante en XML y PDF y, si el SAT lo entregó, el acuse de su cancelación.'
        : 'Adjuntos a este correo van el comprobante en XML, que conviene conservar, y su representación en PDF.',
    labels: {
      issuer: 'Emisor',
      receiver: 'Receptor',
      folio: 'Folio',
      uuid: 'Folio fiscal (UUID)',
      date: 'Fecha',
      verify: 'Verificar en el SAT',
    },
  },
  en: {
    subject: (document, organization) => `${document} from ${organization}`,
    test: 'Test',
    testNotice: 'Test document: it is not valid for tax purposes.',
    canceledNotice: (at) =>
      `This document was canceled before the tax authority (SAT)${at === null ? '' : ` on ${at}`}.`,
    greeting: (name) => `Dear ${name},`,
    sent: (organization) => `${organization} sends you this digital tax document (CFDI).`,
    files: (canceled) =>
      canceled
        ? 'Attached are the document as XML and PDF and, where the SAT gave one, the receipt of its cancellation.'
        : 'Attached are the document as XML, which should be kept, and its printed form as PDF.',
    labels: {
      issuer: 'Issuer',
      receiver: 'Receiver',
      folio: 'Number',
      uuid: 'Fiscal folio (UUID)',
      date: 'Date',
      verify: 'Verify with the SAT',
    },
  },
};

/** The mail of a stamped document. `timezone` (IANA) is that of the dates in it. */
export function stampedView(
  mail: StampedMail,
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const text = words[language];
  const { labels } = text;
  const { kind, folio, canceled, livemode } = mail;
  const name = oneLine(organization.name);
  const document = [kind.name, folio, canceled && kind.canceled].filter(Boolean).join(' ');
  const party = (one: StampedMail['issuer'] | StampedMail['receiver']) =>
    one && oneLine([one.legal_name, one.tax_id].filter(Boolean).join(' · '));
  const at = (instant: string | null) => instant && dateTime(instant, timezone);
  // The tax authority has never seen what the sandbox stamped: its page would say that it does not exist.
  const verification = livemode ? webAddress(mail.verification_url) : undefined;
  return {
    subject: oneLine(`${livemode ? '' : `[${text.test}] `}${text.subject(document, name)}`),
    heading: document,
    notice:
      [canceled && text.canceledNotice(at(mail.canceled_at)), !livemode && text.testNotice]
        .filter(Boolean)
        .join(' ') || null,
    paragraphs: [
      ...(mail.receiver ? [(mail.greeting ?? text.greeting)(oneLine(mail.receiver.legal_name))] : []),
      `${text.sent(name)} ${text.files(canceled)}`,
    ],
    facts: rowsOf([
      [labels.issuer, party(mail.issuer)],
      [labels.receiver, party(mail.receiver)],
      [labels.folio, folio],
      [labels.date, at(mail.date)],
      ...(mail.facts ?? []),
      [labels.uuid, mail.uuid],
    ]),
    total: mail.total,
    button: verification === undefined ? null : { label: labels.verify, href: verification },
    notes: [],
  };
}
