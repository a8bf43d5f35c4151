import { elemento, type Estandar } from '../../forma.js';
import { decimal, fijo, forma, importe, textoLibre } from '../../tipos.js';

export const fideicomisoNoEmpresarial: Estandar = {
  prefijo: 'fideicomisonoempresarial',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/fideicomisonoempresarial',
  esquema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/fideicomisonoempresarial/fideicomisonoempresarial.xsd',
  raiz: elemento(
    'Fideicomisonoempresarial',
    { Version: fijo('1.0') },
    elemento(
      'IngresosOEntradas',
      {
        MontTotEntradasPeriodo: importe,
        PartPropAcumDelFideicom: importe,
        PropDelMontTot: decimal(6, { max: 9999999999 }),
      },
      elemento('IntegracIngresos', { Concepto: textoLibre(1, 100) }),
    ),
    elemento(
      'DeduccOSalidas',
      {
        MontTotEgresPeriodo: importe,
        PartPropDelFideicom: importe,
        PropDelMontTot: forma(/^\d{1,3}\.\d{1,6}$/u),
      },
      elemento('IntegracEgresos', { ConceptoS: textoLibre(1, 100) }),
    ),
    elemento('RetEfectFideicomiso', {
      MontRetRelPagFideic: importe,
      DescRetRelPagFideic: textoLibre(1, 100),
    }),
  ),
};
