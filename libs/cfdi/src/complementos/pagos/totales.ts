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
export interface ResumenDePago {
  /** MXN for one unit of its currency, in micros. */
  readonly tipoCambio: bigint;
  readonly monto: bigint;
  readonly retenciones: readonly RetenidoP[];
  readonly traslados: readonly TrasladadoP[];
}

/** An attribute of Totales: the rule that it obeys, and what it takes of a payment (nothing where it has none). */
export interface Total {
  readonly atributo: string;
  readonly codigo: string;
  readonly de: (pago: ResumenDePago) => readonly bigint[];
}

const retenido =
  (impuesto: string): Total['de'] =>
  ({ retenciones }) =>
    retenciones.filter((fila) => fila.impuesto === impuesto).map(({ importe }) => importe);

const TASAS = { IVA16: 160_000n, IVA8: 80_000n, IVA0: 0n } as const;

const deIva =
  (tasa: bigint, que: 'base' | 'importe'): Total['de'] =>
  ({ traslados }) =>
    traslados
      .filter((fila) => fila.impuesto === IVA && fila.tipoFactor === 'Tasa' && fila.tasa === tasa)
      .flatMap((fila) => fila[que] ?? []);

const exento: Total['de'] = ({ traslados }) =>
  traslados
    .filter(({ impuesto, tipoFactor }) => impuesto === IVA && tipoFactor === 'Exento')
    .map(({ base }) => base);

const total = (atributo: string, codigo: string, de: Total['de']): Total => ({ atributo, codigo, de });

/** The attributes of Totales, in their order. A transferred IEPS has none. */
export const TOTALES: readonly Total[] = [
  total('TotalRetencionesIVA', 'CRP20201', retenido(IVA)),
  total('TotalRetencionesISR', 'CRP20202', retenido(ISR)),
  total('TotalRetencionesIEPS', 'CRP20203', retenido(IEPS)),
  total('TotalTrasladosBaseIVA16', 'CRP20204', deIva(TASAS.IVA16, 'base')),
  total('TotalTrasladosImpuestoIVA16', 'CRP20205', deIva(TASAS.IVA16, 'importe')),
  total('TotalTrasladosBaseIVA8', 'CRP20206', deIva(TASAS.IVA8, 'base')),
  total('TotalTrasladosImpuestoIVA8', 'CRP20207', deIva(TASAS.IVA8, 'importe')),
  total('TotalTrasladosBaseIVA0', 'CRP20208', deIva(TASAS.IVA0, 'base')),
  total('TotalTrasladosImpuestoIVA0', 'CRP20209', deIva(TASAS.IVA0, 'importe')),
  total('TotalTrasladosBaseIVAExento', 'CRP20210', exento),
  total('MontoTotalPagos', 'CRP20211', ({ monto }) => [monto]),
];

/** The value of a total in hundredths of MXN, rounded once, after the sum; undefined where no payment has any. */
export function centavosDe({ de }: Total, pagos: readonly ResumenDePago[]): bigint | undefined {
  let suma: bigint | undefined;
  for (const pago of pagos) for (const importe of de(pago)) suma = (suma ?? 0n) + importe * pago.tipoCambio;
  return suma === undefined ? undefined : divRound(suma, pow10(10));
}

const TOTAL_RETENIDO: Readonly<Record<string, string>> = {
  [IVA]: 'TotalRetencionesIVA',
  [ISR]: 'TotalRetencionesISR',
  [IEPS]: 'TotalRetencionesIEPS',
};

/** The attribute of Totales that a withheld tax needs (CRP20264). */
export const totalDeRetencion = (impuesto: string): string | undefined => TOTAL_RETENIDO[impuesto];

/** The ending of the attributes of Totales that a transferred IVA needs (CRP20267, CRP20273): IVA16, IVAExento. */
export function sufijoDeIva({
  tipoFactor,
  tasa,
}: Pick<TrasladadoP, 'tipoFactor' | 'tasa'>): string | undefined {
  if (tipoFactor === 'Exento') return 'IVAExento';
  return Object.entries(TASAS).find(([, value]) => value === tasa)?.[0];
}
