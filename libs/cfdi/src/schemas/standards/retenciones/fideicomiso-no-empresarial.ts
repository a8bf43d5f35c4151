import { element, type Standard } from '../../schema.js';
import { decimal, fixedType, importe, freeText, type SimpleType } from '../../types.js';

/** A proportion whose schema demands a point: at most three digits before it. */
const proportion: SimpleType = {
  ...decimal(6, { max: 999.999999, integers: 3 }),
  test: (value) => /^\d{1,3}\.\d{1,6}$/.test(value),
};

export const fideicomisoNoEmpresarial: Standard = {
  prefix: 'fideicomisonoempresarial',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/fideicomisonoempresarial',
  schema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/fideicomisonoempresarial/fideicomisonoempresarial.xsd',
  root: element(
    'Fideicomisonoempresarial',
    { Version: fixedType('1.0') },
    element(
      'IngresosOEntradas',
      {
        MontTotEntradasPeriodo: importe,
        PartPropAcumDelFideicom: importe,
        PropDelMontTot: decimal(6, { max: 9999999999 }),
      },
      element('IntegracIngresos', { Concepto: freeText(1, 100) }),
    ),
    element(
      'DeduccOSalidas',
      {
        MontTotEgresPeriodo: importe,
        PartPropDelFideicom: importe,
        PropDelMontTot: proportion,
      },
      element('IntegracEgresos', { ConceptoS: freeText(1, 100) }),
    ),
    element('RetEfectFideicomiso', {
      MontRetRelPagFideic: importe,
      DescRetRelPagFideic: freeText(1, 100),
    }),
  ),
};
