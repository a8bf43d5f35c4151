import {
  exportaciones,
  formasPago,
  meses,
  metodosPago,
  monedas,
  paises,
  periodicidades,
  regimenesFiscales,
  tiposRelacion,
  usosCfdi,
  type Catalogue,
} from '#sat';
import { builtInUnitKeys } from '#sat';
import type { LabelLookup } from '../pdf/index.js';

const catalogues: Readonly<Record<string, Pick<Catalogue, 'find'>>> = {
  c_FormaPago: formasPago,
  c_MetodoPago: metodosPago,
  c_UsoCFDI: usosCfdi,
  c_RegimenFiscal: regimenesFiscales,
  c_Moneda: monedas,
  c_Exportacion: exportaciones,
  c_TipoRelacion: tiposRelacion,
  c_Periodicidad: periodicidades,
  c_Meses: meses,
  c_Pais: paises,
};

/** Labels of the tax authority's catalogues for the printed document. */
export const catalogueLabel: LabelLookup = (catalogue, key) =>
  catalogue === 'c_ClaveUnidad' ? builtInUnitKeys.find(key)?.label : catalogues[catalogue]?.find(key)?.label;
