import { cfdi40 } from '../../formas/estandares/cfdi/cfdi-40.js';
import { timbre11 } from '../../formas/estandares/cfdi/timbre-fiscal-digital.js';
import { estandarDe, type Destino } from '../../formas/estandares/index.js';
import { defectosDe, type Defecto } from '../../formas/revisar.js';
import type { Nodo } from '../../parsed.js';
import { hijo } from './valores.js';

/**
 * What a document's structure breaks: that of CFDI 4.0, of its stamp, and of the complements of a standard known here,
 * as validation against the schemas would find it. What is in an Addenda is nobody's, and an element of no known
 * standard is not judged: its cadena original refuses it.
 */
export function defectosDeCfdi40(raiz: Nodo, limite = Infinity): readonly Defecto[] {
  if (raiz.nombre !== cfdi40.raiz.nombre || raiz.espacio !== cfdi40.espacio)
    return [{ clase: 'sobra', nodo: raiz }];
  const defectos = defectosDe(cfdi40.raiz, raiz, limite);
  const dentro = (libre: Nodo | undefined, destino: Destino): void => {
    for (const nodo of libre?.hijos ?? []) {
      if (defectos.length >= limite) return;
      const esTimbre = destino === 'comprobante' && nodo.espacio === timbre11.espacio;
      const estandar = esTimbre ? timbre11 : estandarDe(nodo, destino);
      if (estandar) defectos.push(...defectosDe(estandar.raiz, nodo, limite - defectos.length));
    }
  };
  for (const concepto of hijo(raiz, 'Conceptos')?.hijos ?? [])
    if (concepto.hijos.length > 0) dentro(hijo(concepto, 'ComplementoConcepto'), 'concepto');
  dentro(hijo(raiz, 'Complemento'), 'comprobante');
  return defectos;
}
