import { field, type Detail } from '#kernel';
import type { InvoiceContent, InvoiceType, IssuerSnapshot } from '#contracts';
import {
  RFC_PUBLICO_GENERAL,
  builtInCatalogues,
  isPublicoEnGeneral,
  localDateTime,
  periodicidades,
  periodicidadOf,
  postalCode,
  tiposRelacion,
  type LargeCatalogues,
} from '#sat';
import { periodicityHints } from '../../hints.js';
import { placeOfIssue } from '../comprobante-input.js';
import { itemProblems, keyChecks } from './items.js';
import { checkPaymentForm, currencyProblems, exchangeProblems, paymentCurrencyProblems } from './money.js';
import { customerProblems, useProblems } from './receiver.js';
import { rule } from './rule.js';

const HOUR_MS = 3_600_000;
/** The tax authority takes a CFDI up to 72 hours after its Fecha (PAC code 401). */
export const OLDEST_DATE_MS = 72 * HOUR_MS;
/** A caller's clock may be a little ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * The rules of an invoice that need catalogues, a clock or the API's own words, each at the path of its field.
 * Forms, lengths, amounts and the rules between a document's own fields are the engine's (libs/cfdi): see
 * prepare.ts, which asks both.
 */
export function catalogueProblems(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): Detail[] {
  const wrongDate = dateProblems(content, now);
  // Keys are judged on the document's day; one that it can't have says nothing of them.
  const at = wrongDate.length > 0 ? now : new Date(content.date ?? now);
  const day = localDateTime(at, 'America/Mexico_City').slice(0, 10);
  const keys = keyChecks(large, day);
  const sells = content.type === 'I' || content.type === 'E';
  return [
    ...(content.customer === null
      ? [field('customer', 'required')]
      : customerProblems(content.customer, day)),
    // The other types have a use, a form and a currency of their own, which the engine knows.
    ...(sells ? sellingProblems(content, day) : []),
    ...(sells || content.type === 'T'
      ? [...currencyProblems(content, day), ...exchangeProblems(content, day)]
      : []),
    ...(content.type === 'P' ? paymentCurrencyProblems(content) : []),
    ...fixedProblems(content),
    ...globalProblems(content, day),
    ...relationProblems(content, day),
    ...wrongDate,
    ...(content.items.length === 0 && (sells || content.type === 'T') ? [field('items', 'required')] : []),
    ...content.items.flatMap((item, index) => itemProblems(item, index, keys, day)),
    ...(postalCode(placeOfIssue(content, issuer)) ? [] : [field('address.zip', 'invalid_value')]),
  ];
}

const sellingProblems = (content: InvoiceContent, day: string): Detail[] => [
  ...useProblems(content, day),
  ...checkPaymentForm(content, day),
];

/** The fixed fields of a payment and a payroll (Anexo 20, the matrices of Pagos and Nómina). */
const FIXED: Partial<Readonly<Record<InvoiceType, Readonly<Record<string, string>>>>> = {
  P: { use: 'CP01' },
  N: { use: 'CN01', payment_method: 'PUE', currency: 'MXN' },
};

/** What was sent must be what the CFDI says: nothing is taken and dropped. */
const fixedProblems = (content: InvoiceContent): Detail[] =>
  Object.entries(FIXED[content.type] ?? {}).flatMap(([name, values]) =>
    content[name as keyof InvoiceContent] === values
      ? []
      : [field(name, 'invalid_value', { params: { values } })],
  );

/** Sales to the public in general are invoiced together, by period (CFDI40130, RMF 2.7.1.21). */
const missingGlobal = field('global', 'required', {
  message: {
    es: 'Una factura a PUBLICO EN GENERAL es global: indique en "global" su periodicidad ("periodicity", por ejemplo "month"), sus meses ("months", por ejemplo "11") y su año ("year"). (CFDI40130)',
    en: 'An invoice to PUBLICO EN GENERAL is a global one: give in "global" its period ("periodicity", such as "month"), its months ("months", such as "11") and its year ("year"). (CFDI40130)',
  },
});

/** `year` is a name of the API's only: the tax authority has no key for it. */
function globalProblems({ type, customer, global }: InvoiceContent, day: string): Detail[] {
  const isPublic = customer?.tax_id === RFC_PUBLICO_GENERAL && isPublicoEnGeneral(customer.legal_name);
  if (global === null && type === 'I' && isPublic) return [missingGlobal];
  if (global === null || periodicidades.has(periodicidadOf(global.periodicity)?.key ?? '', day)) return [];
  const params = periodicityHints(global.periodicity);
  return [field('global.periodicity', 'invalid_value', { params })];
}

const relationProblems = ({ related_documents }: InvoiceContent, day: string): Detail[] =>
  related_documents.flatMap(({ relationship }, index) =>
    tiposRelacion.has(relationship, day)
      ? []
      : [
          rule(
            `related_documents[${index}].relationship`,
            'invalid_value',
            'CFDI40137',
            `La relación ${relationship} no existe en CFDI 4.0, cuyo catálogo termina en 07.`,
            `The relation ${relationship} does not exist in CFDI 4.0, whose catalogue ends at 07.`,
          ),
        ],
  );

/**
 * The date asked for: of the last 72 hours, and not in the future.
 * @param path of the field that it was sent in
 */
export function dateProblems(
  { date }: Pick<InvoiceContent, 'date'>,
  now: Date,
  path: string = 'date',
): Detail[] {
  if (date === null) return [];
  const ageMs = now.getTime() - Date.parse(date);
  if (ageMs > OLDEST_DATE_MS)
    return [
      field(path, 'too_small', {
        message: {
          es: 'La fecha en "{path}" no puede ser anterior a 72 horas: envíe una más reciente, o ninguna para usar la actual.',
          en: 'The date in "{path}" can\'t be older than 72 hours: send a later one, or none for the current time.',
        },
      }),
    ];
  if (ageMs < -CLOCK_SKEW_MS)
    return [
      field(path, 'too_large', {
        message: {
          es: 'La fecha en "{path}" no puede ser futura: envíe una anterior, o ninguna para usar la actual.',
          en: 'The date in "{path}" can\'t be in the future: send an earlier one, or none for the current time.',
        },
      }),
    ];
  return [];
}
