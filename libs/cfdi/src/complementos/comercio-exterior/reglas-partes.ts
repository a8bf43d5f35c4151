import { foreignTaxIdMatches } from '#sat';
import type { Nodo } from '../../parsed.js';
import { lugar } from '../../reglas/regla.js';
import { reglaCce, type ReglaCce } from './regla.js';
import { hijo, hijos, tiene, valor, type Exportacion } from './sujeto.js';

/** Rules of the issuer, the receiver and the recipients; their domiciles have separate rules. */

const rfcEmisor = ({ raiz }: Exportacion): string => valor(hijo(raiz, 'Emisor'), 'Rfc');

/** Whether a tax number has the form of the country of the party's domicile. */
function formaMala(parte: Nodo | undefined): boolean {
  const pais = valor(hijo(parte, 'Domicilio'), 'Pais');
  return tiene(parte, 'NumRegIdTrib') && !foreignTaxIdMatches(pais, valor(parte, 'NumRegIdTrib'));
}

export const reglasPartes: readonly ReglaCce[] = [
  reglaCce(
    'Emisor-Curp-Requerida',
    'La CURP del emisor se indica cuando es una persona física.',
    'The CURP of the issuer is given when it is a natural person.',
    (exportacion) => {
      const emisor = hijo(exportacion.cce, 'Emisor');
      return (
        emisor && rfcEmisor(exportacion).length === 13 && !tiene(emisor, 'Curp') && lugar(emisor, 'Curp')
      );
    },
  ),
  reglaCce(
    'Emisor-Curp-Sobra',
    'Una persona moral no tiene CURP.',
    'A legal person has no CURP.',
    (exportacion) => {
      const emisor = hijo(exportacion.cce, 'Emisor');
      return emisor && rfcEmisor(exportacion).length === 12 && tiene(emisor, 'Curp') && lugar(emisor, 'Curp');
    },
  ),
  reglaCce(
    'Receptor-Domicilio',
    'El receptor lleva su domicilio.',
    'The receiver has its domicile.',
    ({ cce }) => {
      const receptor = hijo(cce, 'Receptor');
      return receptor && !hijo(receptor, 'Domicilio') && lugar(receptor, 'Domicilio');
    },
  ),
  reglaCce(
    'Receptor-NumRegIdTrib',
    'El registro fiscal del receptor no tiene la forma de su país.',
    'The tax number of the receiver does not have the form of its country.',
    ({ cce }) => {
      const receptor = hijo(cce, 'Receptor');
      return receptor && formaMala(receptor) && lugar(receptor, 'NumRegIdTrib');
    },
  ),
  reglaCce(
    'Receptor-NumRegIdTrib-Igual',
    'El registro fiscal del receptor no es el que lleva el comprobante.',
    'The tax number of the receiver is not the one that the document has.',
    ({ cce, raiz }) => {
      const receptor = hijo(cce, 'Receptor');
      const delComprobante = hijo(raiz, 'Receptor');
      return (
        receptor &&
        tiene(receptor, 'NumRegIdTrib') &&
        tiene(delComprobante, 'NumRegIdTrib') &&
        valor(receptor, 'NumRegIdTrib') !== valor(delComprobante, 'NumRegIdTrib') &&
        lugar(receptor, 'NumRegIdTrib')
      );
    },
  ),
  reglaCce(
    'Destinatario-Unico',
    'Un comprobante de traslado lleva a lo más un destinatario.',
    'A document of type T has at most one Destinatario.',
    ({ cce, tipo }) => {
      const [, segundo] = hijos(cce, 'Destinatario');
      return tipo === 'T' && segundo && lugar(segundo);
    },
  ),
  reglaCce(
    'Destinatario-NumRegIdTrib',
    'El registro fiscal del destinatario no tiene la forma de su país.',
    'The tax number of the Destinatario does not have the form of its country.',
    ({ cce }) => {
      const malo = hijos(cce, 'Destinatario').find(formaMala);
      return malo && lugar(malo, 'NumRegIdTrib');
    },
  ),
];
