import {
  entidadesFederativas,
  formasPagoPlataforma,
  impuestosRetenciones,
  paisesRetenciones,
  periodicidadesRetenciones,
  subtiposServicioPlataforma,
  tasasPlataforma,
  tiposContribuyente,
  tiposDividendo,
  tiposServicioPlataforma,
  type Catalogue,
} from '#sat';
import type { SimpleType } from '../schemas/types.js';

/** The catalogues of the complements of retentions, by the names that their types give them. */
const catalogues: Readonly<Record<string, Catalogue>> = {
  c_EntidadesFederativas: entidadesFederativas,
  c_FormaPagoServ: formasPagoPlataforma,
  c_Pais: paisesRetenciones,
  c_Periodicidad: periodicidadesRetenciones,
  c_SubTipoServ: subtiposServicioPlataforma,
  c_TasaCuota: tasasPlataforma,
  c_TipoContribuyenteSujetoRetencion: tiposContribuyente,
  c_TipoDeServ: tiposServicioPlataforma,
  c_TipoDividendoOUtilidadDistribuida: tiposDividendo,
  c_TipoImpuesto: impuestosRetenciones,
};

/** The catalogue of an attribute of a complement of retentions; undefined where it has none, or its form is the whole. */
export const catalogueOf = ({ catalogue }: SimpleType): Catalogue | undefined =>
  catalogue === undefined ? undefined : catalogues[catalogue];
