import { field, type Detail } from '#kernel';
import type { Defecto } from './revisar.js';
import { rutaDe } from './rutas.js';

/** A defect of structure as the detail of a refusal, at the path of the input that it came from. */
export function detalleDe({ clase, nodo, atributo, hijo, esperado = '' }: Defecto): Detail {
  const ruta = rutaDe(nodo, atributo ?? hijo) ?? [nodo.nombre, atributo ?? hijo].filter(Boolean).join('.');
  switch (clase) {
    case 'falta':
      return field(ruta, 'required');
    case 'valor':
      return field(ruta, 'invalid_format', { params: { expected: esperado } });
    case 'cantidad':
      return field(ruta, 'invalid_length', { params: { max: 1 } });
    case 'sobra':
    case 'orden':
      return field(ruta, 'unknown_field');
  }
}

export const detallesDe = (defectos: readonly Defecto[]): Detail[] => defectos.map(detalleDe);
