import type { RuleCode } from '../../rules/code.js';
import { ruleCodes } from './check.js';

/** Rules of the CFDI's own matrix that speak of this complement. */
const ofCfdi: readonly RuleCode[] = ['122', '153', '155', '195', '200'].map((number) => ({
  ...{ code: `CFDI40${number}`, where: 'rule' },
  note: 'En la matriz de CFDI 4.0.',
}));

/** Numbers that the matrix of version 1.1 has for a rule; that of 2.0 is not at hand. */
const notes: Readonly<Record<string, Pick<RuleCode, 'note'>>> = {
  'CCE-Mercancias-ValorDolares-Conceptos': {
    note: 'CCE205 y CCE217 en la versión 1.1: Importe por TipoCambio entre TipoCambioUSD, con los límites del redondeo.',
  },
};

/**
 * Where each rule of Comercio Exterior 2.0 is checked. The numbers of its official matrix are not at hand, so the
 * codes are ours: CCE and the place that the rule is about.
 */
export const comercioExteriorCodes: readonly RuleCode[] = [
  ...ruleCodes.map((code): RuleCode => ({ code, where: 'rule', ...notes[code] })),
  ...ofCfdi,
  {
    code: 'CCE-Comprobante-Receptor-Rfc',
    where: 'no',
    note: 'La versión 1.1 pedía XEXX010101000 en I y E; en la 2.0 se timbran también con receptores nacionales.',
  },
  {
    code: 'CCE-Complemento-Coexistencia',
    where: 'no',
    note: 'La lista de complementos con los que la 2.0 puede coexistir no está publicada con su esquema.',
  },
  {
    code: 'CCE-NumRegIdTrib-Registro',
    where: 'no',
    note: 'Se revisa la forma que pide c_Pais; los registros de otros países no se consultan.',
  },
  {
    code: 'CCE-TipoCambioUSD-Publicado',
    where: 'no',
    note: 'El tipo de cambio del artículo 20 del CFF lo publica el Banco de México cada día; no se consulta.',
  },
  { code: 'CCE-Version', where: 'structure' },
  { code: 'CCE-CertificadoOrigen', where: 'structure' },
];
