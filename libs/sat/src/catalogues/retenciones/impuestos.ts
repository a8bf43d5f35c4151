import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { IEPS, ISR, IVA, type ImpuestoKey } from '../impuestos.js';
import { retenciones } from './validity.js';

/** c_TipoImpuesto of the complements of Retenciones. The document itself writes the keys of c_Impuesto. */
export const impuestosRetenciones: Catalogue = catalogue(
  'c_TipoImpuesto',
  retenciones(`
    01 ISR; 02 IVA; 03 IEPS;
  `),
);

export interface TipoPagoRetencion extends CatalogueEntry {
  /** Key of c_Impuesto of the tax that is paid so. */
  readonly impuesto: ImpuestoKey;
}

const IMPUESTOS: Readonly<Record<string, ImpuestoKey>> = { '01': IVA, '02': IEPS };

/** c_TipoPagoRet: what a retention is to the one who bears it. */
export const tiposPagoRetencion: Catalogue<TipoPagoRetencion> = catalogue(
  'c_TipoPagoRet',
  retenciones(`
    01 Pago definitivo IVA; 02 Pago definitivo IEPS; 03 Pago definitivo ISR; 04 Pago provisional ISR;
  `).map((row): TipoPagoRetencion => ({ ...row, impuesto: IMPUESTOS[row.key] ?? ISR })),
);

/** Whether a tax (key of c_Impuesto) is paid so; false for a kind of payment that is not in the catalogue. */
export const isTipoPagoAllowed = (tipoPago: string, impuesto: string): boolean =>
  tiposPagoRetencion.find(tipoPago)?.impuesto === impuesto;

/** c_TipoContribuyenteSujetoRetencion: payees of payments to foreigners. */
export const tiposContribuyente: Catalogue = catalogue(
  'c_TipoContribuyenteSujetoRetencion',
  retenciones(`
    1 Artistas, deportistas y espectáculos públicos; 2 Otras personas físicas; 3 Persona moral;
    4 Fideicomiso; 5 Asociación en participación; 6 Organizaciones Internacionales o de gobierno;
    7 Organizaciones exentas; 8 Agentes pagadores; 9 Otros;
  `),
);

/** c_TipoDividendoOUtilidadDistribuida. */
export const tiposDividendo: Catalogue = catalogue(
  'c_TipoDividendoOUtilidadDistribuida',
  retenciones(`
    01 Proviene de CUFIN; 02 No proviene de CUFIN; 03 Reembolso o reducción de capital;
    04 Liquidación de la persona moral; 05 CUFINRE; 06 Proviene de CUFIN al 31 de diciembre 2013;
  `),
);
