import { paletteOf } from '#kernel';
import { amountInWords } from './amount-in-words.js';
import type { Reader } from './complements/element.js';
import { retentionComplementParts } from './complements/retentions.js';
import { cleanCustomSection } from './custom-section.js';
import { issuerView, sealView } from './document-view.js';
import { dateTime, micros, money, type Amount } from './format.js';
import { addressLines, initialsOf, labelKey } from './labels.js';
import { logoUri } from './logo.js';
import { marksOf } from './marks.js';
import { optionsOf } from './options.js';
import { dropEmpty, part, tableOf, type Part } from './parts.js';
import type { PdfWithheldTax, RetentionPdfModel } from './retention-model.js';
import { rowsOf, type Row } from './rows.js';

const TITLE = 'Constancia de retenciones';
/** More letters than one line has in the large type: the service's own folios have 20. */
const LONG_FOLIO = 14;
const KIND = 'un CFDI de retenciones e información de pagos';

/** Everything that the template prints of a retention, already as text: the template is that of invoices. */
export function retentionView(model: RetentionPdfModel) {
  const { organization, issuer, stamp, internal_folio } = model;
  const options = optionsOf({ organization });
  const reader: Reader = {
    options,
    label: (catalogue, key, of) => labelKey(model.label, options.codes, catalogue, key, of),
    place: (catalogue, key, of) => labelKey(model.label, options.address_codes, catalogue, key, of),
  };
  const country = (key: string) => reader.place('c_Pais', key);
  const stamped = Boolean(stamp && model.uuid);
  const folio = internal_folio ?? '';
  return {
    palette: paletteOf(organization.color),
    ...marksOf(model),
    isCompact: false,
    kind: KIND,
    title: TITLE,
    folio,
    isLongFolio: folio.length > LONG_FOLIO,
    heading: [TITLE, folio].filter(Boolean).join(' '),
    logo: logoUri(organization.logo),
    initials: initialsOf(organization.name || issuer.legal_name),
    uuid: stamped ? model.uuid : undefined,
    issuer: issuerView({
      ...{ issuer, organization, country },
      regime: reader.label('c_RegimenFiscal', issuer.tax_system ?? undefined),
    }),
    header: headerRows(model),
    customer: receiverView(model, reader, country),
    terms: termRows(model, reader),
    hasItems: false,
    complements: [
      ...dropEmpty([taxesPart(model.taxes, reader)]),
      ...retentionComplementParts(model.complementos, reader),
    ],
    ...totalsView(model),
    signature: undefined,
    notes: relatedRows(model, reader),
    longNotes: [],
    customSection: model.pdf_custom_section ? cleanCustomSection(model.pdf_custom_section) : '',
    seal: stamped ? sealView(model) : undefined,
    repeatSeal: options.repeat_signature && stamped,
  };
}

function headerRows(model: RetentionPdfModel): Row[] {
  const local = (iso: string | null | undefined) => (iso ? dateTime(iso, model.timezone) : undefined);
  return rowsOf([
    ['Fecha de expedición', local(model.date)],
    ['Fecha de certificación', local(model.stamp?.date)],
    ['Lugar de expedición', model.place && `C.P. ${model.place}`],
    ['Fecha de cancelación', model.status === 'canceled' ? local(model.canceled_at) : undefined],
  ]);
}

function receiverView(
  { receiver }: RetentionPdfModel,
  reader: Reader,
  country: (key: string) => string | undefined,
) {
  if (!receiver) return undefined;
  const { isForeign, tax_id, curp } = receiver;
  return {
    name: receiver.legal_name,
    taxId: isForeign ? undefined : (tax_id ?? undefined),
    foreignId: isForeign ? (tax_id ?? undefined) : undefined,
    // A national receiver has a regime in our records; the document does not say it.
    regime: isForeign ? 'Residente en el extranjero' : curp ? `CURP ${curp}` : undefined,
    address: addressLines(receiver.address, country),
    contact: [receiver.email].filter(Boolean),
  };
}

const termRows = ({ retention_key, description, period }: RetentionPdfModel, { label }: Reader): Row[] =>
  rowsOf([
    ['Retención', label('c_CveRetenc', retention_key ?? undefined)],
    ['Descripción', description],
    ['Periodo', period && periodText(period)],
    ['Moneda', 'MXN - Peso Mexicano'],
  ]);

const MONTHS = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
];

/** "Noviembre de 2026", "De enero a junio de 2026", "Ejercicio 2026". */
export function periodText({ first, last, year }: NonNullable<RetentionPdfModel['period']>): string {
  const [from, to] = [MONTHS[first - 1] ?? String(first), MONTHS[last - 1] ?? String(last)];
  if (first === 1 && last === MONTHS.length) return `Ejercicio ${year} (enero a diciembre)`;
  if (first !== last) return `De ${from} a ${to} de ${year}`;
  return `${from.charAt(0).toUpperCase()}${from.slice(1)} de ${year}`;
}

const DECIMALS = 2;
const pesos = (amount: Amount): string => money(micros(amount), DECIMALS);
const pesosOrNothing = (amount: Amount | null | undefined): string | undefined =>
  amount === null || amount === undefined ? undefined : pesos(amount);

function taxesPart(taxes: readonly PdfWithheldTax[], { label }: Reader): Part {
  const sum = taxes.reduce((total, { amount }) => total + micros(amount), 0n);
  return part({
    ...{ title: 'Impuestos retenidos', main: true },
    table: tableOf(taxes, [
      { label: 'Impuesto', width: 26, value: ({ type }) => type ?? 'Sin especificar' },
      { label: 'Tipo de pago', value: (tax) => label('c_TipoPagoRet', tax.payment_type) },
      { label: 'Base', numeric: true, value: ({ base }) => pesosOrNothing(base) },
      {
        ...{ label: 'Monto retenido', numeric: true, strong: true, total: money(sum, DECIMALS) },
        value: ({ amount }) => pesos(amount),
      },
    ]),
  });
}

function totalsView({ totals }: RetentionPdfModel) {
  const withheld = totals?.withheld ?? null;
  const total = withheld === null ? '' : `$${pesos(withheld)}`;
  return {
    hasAmounts: totals !== null,
    totals: totals
      ? rowsOf([
          ['Monto total de la operación', pesos(totals.operation)],
          ['Monto gravado', pesosOrNothing(totals.taxed)],
          ['Monto exento', pesos(totals.exempt)],
          ['Utilidad bimestral', pesosOrNothing(totals.bimonthly_profit)],
          ['ISR correspondiente', pesosOrNothing(totals.isr)],
        ])
      : [],
    totalLabel: 'Total retenido',
    total,
    isLongTotal: total.length > 15,
    wordsLabel: 'Total retenido con letra',
    inWords: withheld === null ? undefined : amountInWords(pesos(withheld).replaceAll(',', ''), 'MXN'),
  };
}

const relatedRows = ({ related_documents }: RetentionPdfModel, { label }: Reader): Row[] =>
  related_documents.map(({ relationship, documents }) => ({
    label: ['CFDI relacionado', label('c_TipoRelacion', relationship)].filter(Boolean).join(': '),
    value: documents.join(', '),
  }));
