import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { nomina } from './validity.js';

/** The regime of salaries: only they have the subsidy for employment (NOM105, NOM106). */
export const REGIMEN_SUELDOS = '02';

export interface TipoOtroPago extends CatalogueEntry {
  /** The node that must go with it (NOM98, NOM99). */
  readonly nodo?: 'SubsidioAlEmpleo' | 'CompensacionSaldosAFavor';
  /** Speaks of the subsidy for employment: only with {@link REGIMEN_SUELDOS} (NOM106). */
  readonly subsidio: boolean;
}

const table = `
  001 Reintegro de ISR retenido en exceso (siempre que no haya sido enterado al SAT);
  002 Subsidio para el empleo (efectivamente entregado al trabajador);
  003 Viáticos (entregados al trabajador);
  004 Aplicación de saldo a favor por compensación anual;
  005 Reintegro de ISR retenido en exceso de ejercicio anterior (siempre que no haya sido enterado al
    SAT);
  006 Alimentos en bienes (Servicios de comedor y comida) Art 94 penúltimo párrafo LISR;
  007 ISR ajustado por subsidio;
  008 Subsidio efectivamente entregado que no correspondía (Aplica sólo cuando haya ajuste al cierre de
    mes en relación con el Apéndice 7 de la guía de llenado de nómina);
  009 Reembolso de descuentos efectuados para el crédito de vivienda;
  999 Pagos distintos a los listados y que no deben considerarse como ingreso por sueldos, salarios o
    ingresos asimilados;
`;

const SUBSIDIO = new Set(['002', '007', '008']);
const NODES: Readonly<Record<string, Pick<TipoOtroPago, 'nodo'>>> = {
  '002': { nodo: 'SubsidioAlEmpleo' },
  '004': { nodo: 'CompensacionSaldosAFavor' },
};

/** c_TipoOtroPago. */
export const tiposOtroPago: Catalogue<TipoOtroPago> = catalogue(
  'c_TipoOtroPago',
  nomina(table, { '2017-12-05': '005', '2020-01-01': '006 007 008', '2020-04-20': '009' }).map(
    (row): TipoOtroPago => ({ ...row, subsidio: SUBSIDIO.has(row.key), ...NODES[row.key] }),
  ),
);

/** Whether a kind of other payment may go with a worker's regime (NOM106). */
export const isOtroPagoAllowed = (type: string, regimen: string): boolean => {
  const entry = tiposOtroPago.find(type);
  return entry !== undefined && (!entry.subsidio || regimen === REGIMEN_SUELDOS);
};
