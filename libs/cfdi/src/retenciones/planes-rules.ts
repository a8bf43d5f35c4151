import type { XmlNode } from '../parsed.js';
import { placeOf, rule } from '../rules/rule.js';
import { attributeText, childrenOf } from './nodes.js';

/** Rules of the complement of plans of retirement 1.1, by the codes of its error matrix. */

const RETIRED = 'MontTotRetiradoAnioInmAntPer';

/** What has to be said of money that was taken out before its time. */
const conditional = (code: string, name: string) =>
  rule<XmlNode>(
    code,
    `Con ${RETIRED} debe registrarse ${name}.`,
    `With ${RETIRED} give ${name} too.`,
    (plan) =>
      plan.name === 'Planesderetiro' &&
      plan.attributes[RETIRED] !== undefined &&
      plan.attributes[name] === undefined &&
      placeOf(plan, name),
  );

export const onPlanesDeRetiro = [
  conditional('PDR101', 'MontTotExentRetiradoAnioInmAnt'),
  conditional('PDR102', 'MontTotExedenteAnioInmAnt'),
  rule<XmlNode>(
    'PDR104',
    'Cada TipoAportacionODeposito debe registrarse una sola vez.',
    'Give each TipoAportacionODeposito once only.',
    (plan) => {
      if (plan.name !== 'Planesderetiro') return false;
      const rows = childrenOf(plan, 'AportacionesODepositos');
      const types = rows.map((row) => attributeText(row, 'TipoAportacionODeposito'));
      const repeated = rows.find((_row, i) => types.indexOf(types[i] as string) < i);
      return repeated && placeOf(repeated, 'TipoAportacionODeposito');
    },
  ),
];
