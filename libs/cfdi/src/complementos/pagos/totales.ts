import { divRound, pow10 } from '#kernel';
import { IEPS, ISR, IVA } from '#sat';

/** A withheld tax of a payment (RetencionP); amounts in micros of the payment's currency. */
export interface RetenidoP {
  readonly impuesto: string;
  readonly importe: bigint;
}

/** A transferred tax of a payment (TrasladoP). */
export interface TrasladadoP {
  readonly impuesto: string;
  readonly tipoFactor: string;
  /** Micros; absent with Exento. */
  readonly tasa: bigint | undefined;
  readonly base: bigint;
  readonly importe: bigint | undefined;
}

/** What a payment adds to Totales. */
export interface PagoSummary {
  /** MXN for one unit of its currency, in micros. */
  readonly tipoCambio: bigint;
  readonly monto: bigint;
  readonly retenciones: readonly RetenidoP[];
  readonly traslados: readonly TrasladadoP[];
}

/** An attribute of Totales: the rule that it obeys, and what it takes of a payment (nothing where it has none). */
export interface Total {
  readonly attribute: string;
  readonly code: string;
  readonly of: (pago: PagoSummary) => readonly bigint[];
}

const sumRetenido =
  (impuesto: string): Total['of'] =>
  ({ retenciones }) =>
    retenciones.filter((row) => row.impuesto === impuesto).map(({ importe }) => importe);

const TASAS = { IVA16: 160_000n, IVA8: 80_000n, IVA0: 0n } as const;

const sumIva =
  (tasa: bigint, what: 'base' | 'importe'): Total['of'] =>
  ({ traslados }) =>
    traslados
      .filter((row) => row.impuesto === IVA && row.tipoFactor === 'Tasa' && row.tasa === tasa)
      .flatMap((row) => row[what] ?? []);

const sumExento: Total['of'] = ({ traslados }) =>
  traslados
    .filter(({ impuesto, tipoFactor }) => impuesto === IVA && tipoFactor === 'Exento')
    .map(({ base }) => base);

const total = (attribute: string, code: string, from: Total['of']): Total => ({ attribute, code, of: from });

/** The attributes of Totales, in their order. A transferred IEPS has none. */
export const TOTALES: readonly Total[] = [
  total('TotalRetencionesIVA', 'CRP20201', sumRetenido(IVA)),
  total('TotalRetencionesISR', 'CRP20202', sumRetenido(ISR)),
  total('TotalRetencionesIEPS', 'CRP20203', sumRetenido(IEPS)),
  total('TotalTrasladosBaseIVA16', 'CRP20204', sumIva(TASAS.IVA16, 'base')),
  total('TotalTrasladosImpuestoIVA16', 'CRP20205', sumIva(TASAS.IVA16, 'importe')),
  total('TotalTrasladosBaseIVA8', 'CRP20206', sumIva(TASAS.IVA8, 'base')),
  total('TotalTrasladosImpuestoIVA8', 'CRP20207', sumIva(TASAS.IVA8, 'importe')),
  total('TotalTrasladosBaseIVA0', 'CRP20208', sumIva(TASAS.IVA0, 'base')),
  total('TotalTrasladosImpuestoIVA0', 'CRP20209', sumIva(TASAS.IVA0, 'importe')),
  total('TotalTrasladosBaseIVAExento', 'CRP20210', sumExento),
  total('MontoTotalPagos', 'CRP20211', ({ monto }) => [monto]),
];

/** The value of a total in hundredths of MXN, rounded once, after the sum; undefined where no payment has any. */
export function centavosOf({ of }: Total, pagos: readonly PagoSummary[]): bigint | undefined {
  let sum: bigint | undefined;
  for (const pago of pagos) for (const importe of of(pago)) sum = (sum ?? 0n) + importe * pago.tipoCambio;
  return sum === undefined ? undefined : divRound(sum, pow10(10));
}

const TOTAL_RETENIDO: Readonly<Record<string, string>> = {
  [IVA]: 'TotalRetencionesIVA',
  [ISR]: 'TotalRetencionesISR',
  [IEPS]: 'TotalRetencionesIEPS',
};

/** The attribute of Totales that a withheld tax needs (CRP20264). */
export const retencionTotalOf = (impuesto: string): string | undefined => TOTAL_RETENIDO[impuesto];

/** The ending of the attributes of Totales that a transferred IVA needs (CRP20267, CRP20273): IVA16, IVAExento. */
export function ivaSuffixOf({
  tipoFactor,
  tasa,
}: Pick<TrasladadoP, 'tipoFactor' | 'tasa'>): string | undefined {
  if (tipoFactor === 'Exento') return 'IVAExento';
  return Object.entries(TASAS).find(([, value]) => value === tasa)?.[0];
}
