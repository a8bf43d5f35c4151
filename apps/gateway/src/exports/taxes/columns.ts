import { FIGURES, type Figures } from '#billing';
import { formatDecimal } from '#kernel';
import { FIGURE_HEADERS } from '../figure-columns.js';
import { folioOf } from '../parties.js';
import { amount, moment, text, type Column } from '../sheets/columns.js';
import type { TaxLine } from './lines.js';
import type { TaxSum } from './sums.js';

/** A row of the detail: a line, or the sum of a side under all lines. */
export type DetailRow = TaxLine | TaxSum;

const HEADERS = { ...FIGURE_HEADERS, total: 'Total cobrado o pagado' } as const;

/** Figures in MXN; those that are not there are 0.00. */
const figureColumns = <Row extends { readonly figures: Figures }>(): readonly Column<Row>[] =>
  FIGURES.map((figure) =>
    amount<Row>(HEADERS[figure], ({ figures }) => formatDecimal(figures[figure] ?? 0n, { scale: 2, min: 2 })),
  );

const sideOf = ({ received }: { readonly received: boolean }): string => (received ? 'Recibido' : 'Emitido');

const totalName = ({ received }: TaxSum): string => (received ? 'Total recibidos' : 'Total emitidos');

const warnings = text<{ readonly warnings: readonly string[] }>(
  'Avisos',
  ({ warnings: all }) => all.join('; '),
  32,
);

/** One row for each counterparty and side, then one for each side. */
export const SUM_COLUMNS: readonly Column<TaxSum>[] = [
  text('Emitido o recibido', sideOf),
  text('RFC', ({ party }) => party?.rfc ?? null),
  text('Nombre', (sum) => (sum.party ? sum.party.name : totalName(sum)), 32),
  { header: 'Documentos', kind: 'count', of: ({ documents }) => String(documents) },
  ...figureColumns<TaxSum>(),
  warnings,
];

const KINDS = { contado: 'PUE', nota_de_credito: 'Nota de crédito', pago: 'Pago' } as const;

const ofLine =
  (of: (line: TaxLine) => string | null) =>
  (row: DetailRow): string | null =>
    'doc' in row ? of(row) : null;

/** One row for each document behind the sums, or each of its payments, then one for each side. */
export const DETAIL_COLUMNS: readonly Column<DetailRow>[] = [
  text('Emitido o recibido', sideOf),
  text('RFC', ({ party }) => party?.rfc ?? null),
  text('Nombre', (row) => ('doc' in row ? row.party.name : totalName(row)), 32),
  text(
    'UUID',
    ofLine(({ doc }) => doc.uuid),
    38,
  ),
  text(
    'Concepto',
    ofLine(({ kind }) => KINDS[kind]),
  ),
  text(
    'Serie',
    ofLine(({ doc }) => doc.series),
  ),
  text(
    'Folio',
    ofLine(({ doc }) => folioOf(doc)),
  ),
  moment(
    'Fecha de cobro o pago',
    ofLine(({ on }) => on),
  ),
  text(
    'Moneda',
    ofLine(({ doc }) => doc.currency),
  ),
  text(
    'UUID pagados',
    ofLine(({ paid }) => [...new Set(paid)].join(' ')),
    38,
  ),
  ...figureColumns<DetailRow>(),
  warnings,
];
