import { catalogue, type Catalogue, type CatalogueEntry } from '../catalogue.js';

/** Keys of c_Impuesto. */
export const ISR = '001';
export const IVA = '002';
export const IEPS = '003';
export type ImpuestoKey = typeof ISR | typeof IVA | typeof IEPS;
export type TipoFactor = 'Tasa' | 'Cuota' | 'Exento';

export interface Impuesto extends CatalogueEntry {
  readonly key: ImpuestoKey;
  readonly traslado: boolean;
  readonly retencion: boolean;
}

/** c_Impuesto. The label is the name that the API uses as `type`. */
export const impuestos: Catalogue<Impuesto> = catalogue('c_Impuesto', [
  { key: ISR, label: 'ISR', en: 'income tax', traslado: false, retencion: true },
  { key: IVA, label: 'IVA', en: 'value added tax', traslado: true, retencion: true },
  { key: IEPS, label: 'IEPS', en: 'special tax on production and services', traslado: true, retencion: true },
]);

const byName = new Map<string, Impuesto>(impuestos.entries.map((entry) => [entry.label, entry]));
/** The tax of a name: ISR, IVA or IEPS. */
export const impuestoOf = (name: string): Impuesto | undefined => byName.get(name);

/** c_TipoFactor. */
export const tiposFactor: Catalogue = catalogue('c_TipoFactor', [
  { key: 'Tasa', label: 'Tasa', en: 'rate' },
  { key: 'Cuota', label: 'Cuota', en: 'amount per unit' },
  { key: 'Exento', label: 'Exento', en: 'exempt' },
]);

export interface ObjetoImp extends CatalogueEntry {
  /** Whether the concept carries the node Impuestos (CFDI40171, CFDI40172). */
  readonly impuestos: 'required' | 'optional' | 'forbidden';
  /** Taxes the concept may carry over. */
  readonly traslados: readonly ImpuestoKey[];
  /** Taxes the concept may withhold. */
  readonly retenciones: readonly ImpuestoKey[];
}

const withoutNode = { impuestos: 'forbidden', traslados: [], retenciones: [] } as const;
const onlyRetencionIsr = { impuestos: 'optional', traslados: [], retenciones: [ISR] } as const;

/** What restricts the taxes of a concept least: of a key whose requirements are not known. */
export const ANY_OBJETO_IMP: Omit<ObjetoImp, keyof CatalogueEntry> = {
  impuestos: 'optional',
  traslados: [IVA, IEPS],
  retenciones: [ISR, IVA, IEPS],
};

/** c_ObjetoImp, with the requirements of each key for the concept's taxes. */
export const objetosImp: Catalogue<ObjetoImp> = catalogue<ObjetoImp>('c_ObjetoImp', [
  { key: '01', label: 'No objeto de impuesto', ...withoutNode },
  {
    key: '02',
    label: 'Sí objeto de impuesto',
    impuestos: 'required',
    traslados: [IVA, IEPS],
    retenciones: [ISR, IVA, IEPS],
  },
  { key: '03', label: 'Sí objeto del impuesto y no obligado al desglose', ...withoutNode },
  { key: '04', label: 'Sí objeto del impuesto y no causa impuesto', validFrom: '2022-10-07', ...withoutNode },
  { key: '05', label: 'Sí objeto del impuesto, IVA crédito PODEBI', validFrom: '2023-12-06', ...withoutNode },
  { key: '06', label: 'Sí objeto del IVA, No traslado IVA', validFrom: '2024-12-13', ...onlyRetencionIsr },
  {
    key: '07',
    label: 'No traslado del IVA, Sí desglose IEPS',
    validFrom: '2024-12-13',
    impuestos: 'required',
    traslados: [IEPS],
    retenciones: [ISR, IEPS],
  },
  { key: '08', label: 'No traslado del IVA, No desglose IEPS', validFrom: '2024-12-13', ...onlyRetencionIsr },
]);
