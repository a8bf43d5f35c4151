import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { withColumns } from '../rows.js';
import { retenciones2015 } from './validity.js';

/** When a key asks for its complement: always, for payments to foreigners, or for trustees of the financial system. */
export type ComplementoNeed = 'siempre' | 'extranjeros' | 'fiduciarias';

export interface ClaveRetencion extends CatalogueEntry {
  /** The complement that goes with the key; absent where there is none. */
  readonly complemento?: { readonly nombre: string; readonly cuando: ComplementoNeed };
}

/** Key, label, name of the complement and when it is required. */
const keys = `
  01 Servicios profesionales | Pagos a Extranjeros | extranjeros;
  02 Regalías por derechos de autor | Pagos a Extranjeros | extranjeros;
  03 Autotransporte terrestre de carga;
  04 Servicios prestados por comisionistas | Pagos a Extranjeros | extranjeros;
  05 Arrendamiento | Pagos a Extranjeros | extranjeros;
  06 Enajenación de acciones | Enajenación de Acciones | siempre;
  07 Enajenación de bienes objeto de la LIEPS, a través de mediadores, agentes, representantes,
    corredores, consignatarios o distribuidores;
  08 Enajenación de bienes inmuebles consignada en escritura pública;
  09 Enajenación de otros bienes, no consignada en escritura pública;
  10 Adquisición de desperdicios industriales;
  11 Adquisición de bienes consignada en escritura pública;
  12 Adquisición de otros bienes, no consignada en escritura pública;
  13 Otros retiros de AFORE;
  14 Dividendos o utilidades distribuidas | Dividendos | siempre;
  15 Remanente distribuible | Dividendos | siempre;
  16 Intereses | Intereses | siempre;
  17 Arrendamiento en fideicomiso | Arrendamiento en fideicomiso | siempre;
  18 Pagos realizados a favor de residentes en el extranjero | Pagos a Extranjeros | siempre;
  19 Enajenación de acciones u operaciones en bolsa de valores | Enajenación de Acciones | siempre;
  20 Obtención de premios | Premios | siempre;
  21 Fideicomisos que no realizan actividades empresariales | Fideicomiso no Empresarial | siempre;
  22 Planes personales de retiro | Planes de Retiro | siempre;
  23 Intereses reales deducibles por créditos hipotecarios | Intereses Hipotecarios | siempre;
  24 Operaciones Financieras Derivadas de Capital | Operaciones con Derivados | siempre;
  25 Otro tipo de retenciones;
  26 Servicios mediante Plataformas Tecnológicas | Servicios mediante Plataformas Tecnológicas |
    siempre;
  27 Sector Financiero | Sector Financiero | fiduciarias;
  28 Pagos y retenciones a Contribuyentes del RIF;
`;

/** c_CveRetenc. */
export const clavesRetencion: Catalogue<ClaveRetencion> = catalogue(
  'c_CveRetenc',
  withColumns(retenciones2015(keys, { '2019-06-01': '26', '2022-01-01': '27 28' })).map(
    ({ columnas: [name, when], ...row }): ClaveRetencion => ({
      ...row,
      ...(name !== undefined && { complemento: { nombre: name, cuando: when as ComplementoNeed } }),
    }),
  ),
);

/**
 * The complement that a retention asks for, or undefined where it asks for none.
 * @param extranjero the receiver is a foreigner
 */
export function complementoOf(key: string, extranjero: boolean): string | undefined {
  const complemento = clavesRetencion.find(key)?.complemento;
  if (!complemento || complemento.cuando === 'fiduciarias') return undefined;
  return complemento.cuando === 'siempre' || extranjero ? complemento.nombre : undefined;
}
