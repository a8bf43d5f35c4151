import type { Detail } from '#kernel';
import { rule } from '../details.js';
import type { ComprobanteInput } from '../input.js';
import { nomina12 } from '../schemas/standards/complementos/nomina-12.js';
import { pagos20 } from '../schemas/standards/complementos/pagos-20.js';
import { cartaPorte31 } from '../schemas/standards/complementos/carta-porte-31.js';
import { comercioExterior20 } from '../schemas/standards/complementos/comercio-exterior-20.js';

type Tipo = ComprobanteInput['tipo'];

interface Carried {
  readonly name: string;
  readonly tipos: readonly Tipo[];
  /** The rule of the complement's matrix that says so; ours where its number is not known. */
  readonly code: string;
}

/** Types of comprobante that may carry a complement, by its namespace; others may be carried by any. */
const CARRIED: Readonly<Record<string, Carried>> = {
  [pagos20.namespace]: { name: 'Pagos', tipos: ['P'], code: 'CRP20101' },
  [nomina12.namespace]: { name: 'Nómina', tipos: ['N'], code: 'NOM2' },
  [cartaPorte31.namespace]: {
    ...{ name: 'Carta Porte', tipos: ['I', 'T'], code: 'CP-Comprobante-TipoDeComprobante' },
  },
  [comercioExterior20.namespace]: {
    ...{ name: 'Comercio Exterior', tipos: ['I', 'E', 'T'], code: 'CCE-Comprobante-TipoDeComprobante' },
  },
};

/** The namespace of a complement by what it is built from; XML is known once it is read. */
const BY_INPUT: Readonly<Record<string, string>> = {
  pagos: pagos20.namespace,
  nomina: nomina12.namespace,
  cartaPorte: cartaPorte31.namespace,
  comercioExterior: comercioExterior20.namespace,
};

/** The namespace of a complement that is given as JSON; undefined for one whose type says nothing (xml, leyendas). */
export const namespaceOfInput = (tipo: string): string | undefined => BY_INPUT[tipo];

/**
 * Why a comprobante of a type cannot carry a complement: one sentence in place of all the rules of its matrix that such a
 * document breaks. Undefined where it can.
 * @param path the complement's own: `complementos[0]`
 */
export function findNotCarried(namespace: string | undefined, tipo: Tipo, path: string): Detail | undefined {
  const carried = namespace === undefined ? undefined : CARRIED[namespace];
  if (!carried || carried.tipos.includes(tipo)) return undefined;
  const { code, name, tipos } = carried;
  return rule(
    path,
    'not_allowed',
    code,
    `Un comprobante de tipo ${tipo} no puede llevar el complemento ${name}, que es de los tipos ${tipos.join(', ')}: cambie el tipo o quite el complemento.`,
    `A document of type ${tipo} cannot have the complement ${name}, which is of types ${tipos.join(', ')}: change the type or leave the complement out.`,
  );
}
