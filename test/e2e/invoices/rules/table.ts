import type { Json } from '../../../support/app.js';
import { invoice, line } from '../../../support/bodies.js';
import { cartaPorteRows } from './carta-porte.js';
import type { RuleRow } from './rule.js';

/** Rules of the matrices, each with a request that breaks it and one that just doesn't. */

const fuel = (complement?: Json, fields: Json = {}): Json =>
  invoice({
    items: [
      line(
        { product_key: '15101505', unit_key: 'LTR', unit_name: 'Litro', description: 'Diésel' },
        complement === undefined ? {} : { complement },
      ),
    ],
    ...fields,
  }) as Json;
const permit: Json = {
  ...{ tipo_permiso: 'PER11', numero_permiso: 'F00.07.UH/1/2026', sub_producto_hyp: 'SP18' },
};
const school: Json = {
  ...{ nombreAlumno: 'Zoë', CURP: 'CACX760510MGTSHC04', nivelEducativo: 'Primaria', autRVOE: '2015PRIM' },
};

const fuelRows: readonly RuleRow[] = [
  {
    ...{ rule: 'CFDI40163', what: 'fuel that is sold without its permit', path: 'items.0.complement' },
    ...{ broken: fuel(), kept: fuel(permit) },
  },
  {
    ...{ rule: 'CFDI40163', what: 'fuel that is returned with a school', path: 'items.0.complement' },
    ...{ broken: fuel(school, { type: 'E' }), kept: fuel(permit, { type: 'E' }) },
  },
  {
    ...{ rule: 'CCHYP107', what: 'a permit of another form', path: 'items.0.complement.numero_permiso' },
    broken: fuel({ ...permit, numero_permiso: 'F00.07.UH/123/26' }),
    kept: fuel(permit),
  },
  {
    ...{ rule: 'CCHYP110', what: 'petrol as diesel', path: 'items.0.complement.sub_producto_hyp' },
    ...{ broken: fuel({ ...permit, sub_producto_hyp: 'SP16' }), kept: fuel(permit) },
  },
];

export const ruleRows: readonly RuleRow[] = [...fuelRows, ...cartaPorteRows];
