import type { Language } from '#kernel';
import type { RetentionDoc, RetentionMail } from '#contracts';
import { clavesRetencion } from '#sat';
import { micros, money } from '#pdf/format';
import { periodText } from '#pdf/retention-view';
import { stampedView, type StampedMail } from './stamped-view.js';
import type { MailLook, MailView } from './view.js';

interface Words {
  readonly kind: StampedMail['kind'];
  /** Its receiver is who was paid, and no customer. */
  readonly greeting: (name: string) => string;
  /** The months that it is of, as people write them. */
  readonly period: (period: NonNullable<RetentionDoc['periodo']>) => string;
  readonly labels: Readonly<Record<'key' | 'period' | 'operation' | 'withheld', string>>;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
const month = (number: number): string => MONTHS[number - 1] ?? String(number);

const words: Readonly<Record<Language, Words>> = {
  es: {
    kind: { name: 'Constancia de retenciones', canceled: 'cancelada' },
    greeting: (name) => `Estimado contribuyente ${name}:`,
    period: ({ mes_ini, mes_fin, ejerc }) => periodText({ first: mes_ini, last: mes_fin, year: ejerc }),
    labels: {
      key: 'Retención',
      period: 'Periodo',
      operation: 'Monto de la operación',
      withheld: 'Total retenido',
    },
  },
  en: {
    kind: { name: 'Withholding certificate', canceled: 'canceled' },
    greeting: (name) => `Dear ${name},`,
    period: ({ mes_ini, mes_fin, ejerc }) =>
      [...new Set([month(mes_ini), month(mes_fin)])].join(' to ') + ` ${ejerc}`,
    labels: { key: 'Kind', period: 'Period', operation: 'Amount paid', withheld: 'Total withheld' },
  },
};

/** The mail of a retention. `timezone` (IANA) is that of the dates in it. */
export function retentionView(
  { retention }: RetentionMail['data'],
  look: MailLook,
  timezone: string,
): MailView {
  const { kind, greeting, period, labels } = words[look.language];
  const { livemode, canceled_at, uuid, verification_url, periodo, totales, cve_retenc } = retention;
  const withheld = totales?.monto_tot_ret ?? null;
  const mail: StampedMail = {
    ...{ kind, greeting, livemode, canceled_at, uuid, verification_url, date: retention.fecha_exp },
    folio: retention.folio_int ?? '',
    canceled: retention.status === 'canceled',
    ...{ issuer: retention.issuer_info, receiver: retention.customer },
    facts: [
      [labels.key, cve_retenc && `${cve_retenc} - ${clavesRetencion.find(cve_retenc)?.label ?? cve_retenc}`],
      [labels.period, periodo && period(periodo)],
      [labels.operation, totales && pesos(totales.monto_tot_operacion)],
    ],
    total: withheld === null ? null : { label: labels.withheld, value: pesos(withheld) },
  };
  return stampedView(mail, look, timezone);
}

const pesos = (amount: number): string => `$${money(micros(amount), 2)} MXN`;
