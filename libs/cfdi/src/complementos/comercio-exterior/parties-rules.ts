import { foreignTaxIdMatches } from '#sat';
import type { XmlNode } from '../../parsed.js';
import { placeOf } from '../../rules/rule.js';
import { cceRule, type CceRule } from './rule.js';
import { childOf, childrenOf, hasAttribute, valueOf, type Exportacion } from './subject.js';

/** Rules of the issuer, the receiver and the recipients; their domiciles have separate rules. */

const rfcEmisor = ({ root }: Exportacion): string => valueOf(childOf(root, 'Emisor'), 'Rfc');

/** Whether a tax number has the form of the country of the party's domicile. */
function hasBadFormat(parte: XmlNode | undefined): boolean {
  const pais = valueOf(childOf(parte, 'Domicilio'), 'Pais');
  return hasAttribute(parte, 'NumRegIdTrib') && !foreignTaxIdMatches(pais, valueOf(parte, 'NumRegIdTrib'));
}

export const partesRules: readonly CceRule[] = [
  cceRule(
    'Emisor-Curp-Requerida',
    'Debe registrarse la CURP del emisor cuando es una persona física.',
    'The CURP of the issuer is required when it is a natural person.',
    (exportacion) => {
      const emisor = childOf(exportacion.cce, 'Emisor');
      return (
        emisor &&
        rfcEmisor(exportacion).length === 13 &&
        !hasAttribute(emisor, 'Curp') &&
        placeOf(emisor, 'Curp')
      );
    },
  ),
  cceRule(
    'Emisor-Curp-Sobra',
    'Para una persona moral no debe registrarse CURP.',
    'Leave out the CURP of a legal person.',
    (exportacion) => {
      const emisor = childOf(exportacion.cce, 'Emisor');
      return (
        emisor &&
        rfcEmisor(exportacion).length === 12 &&
        hasAttribute(emisor, 'Curp') &&
        placeOf(emisor, 'Curp')
      );
    },
  ),
  cceRule(
    'Receptor-Domicilio',
    'Debe registrarse el domicilio del receptor.',
    'The domicile of the receiver is required.',
    ({ cce }) => {
      const receptor = childOf(cce, 'Receptor');
      return receptor && !childOf(receptor, 'Domicilio') && placeOf(receptor, 'Domicilio');
    },
  ),
  cceRule(
    'Receptor-NumRegIdTrib',
    'El registro fiscal del receptor no tiene el formato de su país.',
    'The tax number of the receiver does not have the format of its country.',
    ({ cce }) => {
      const receptor = childOf(cce, 'Receptor');
      return receptor && hasBadFormat(receptor) && placeOf(receptor, 'NumRegIdTrib');
    },
  ),
  cceRule(
    'Receptor-NumRegIdTrib-Igual',
    'El registro fiscal del receptor no coincide con el del comprobante.',
    'The tax number of the receiver does not match the one in the document.',
    ({ cce, root }) => {
      const receptor = childOf(cce, 'Receptor');
      const ofComprobante = childOf(root, 'Receptor');
      return (
        receptor &&
        hasAttribute(receptor, 'NumRegIdTrib') &&
        hasAttribute(ofComprobante, 'NumRegIdTrib') &&
        valueOf(receptor, 'NumRegIdTrib') !== valueOf(ofComprobante, 'NumRegIdTrib') &&
        placeOf(receptor, 'NumRegIdTrib')
      );
    },
  ),
  cceRule(
    'Destinatario-Unico',
    'Un comprobante de traslado debe tener a lo más un destinatario.',
    'A document of type T may have at most one Destinatario.',
    ({ cce, tipo }) => {
      const [, second] = childrenOf(cce, 'Destinatario');
      return tipo === 'T' && second && placeOf(second);
    },
  ),
  cceRule(
    'Destinatario-NumRegIdTrib',
    'El registro fiscal del destinatario no tiene el formato de su país.',
    'The tax number of the Destinatario does not have the format of its country.',
    ({ cce }) => {
      const badField = childrenOf(cce, 'Destinatario').find(hasBadFormat);
      return badField && placeOf(badField, 'NumRegIdTrib');
    },
  ),
];
