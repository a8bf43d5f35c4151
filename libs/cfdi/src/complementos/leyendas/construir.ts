import { field, ok, refuseFields, type Detail } from '#kernel';
import { detallesDe } from '../../formas/detalles.js';
import { leyendasFiscales } from '../../formas/estandares/complementos/leyendas-fiscales.js';
import { defectosDe } from '../../formas/revisar.js';
import { conRuta } from '../../formas/rutas.js';
import type { Constructor } from '../complemento.js';
import { deCampos, sinRepetir, type Campos } from '../conceptos/atributos.js';
import type { LeyendaInput } from '../input.js';

const LEYENDA: Campos = {
  disposicionFiscal: 'disposicionFiscal',
  norma: 'norma',
  textoLeyenda: 'textoLeyenda',
};
/** No standard says how many; a document with more is a mistake. */
const MAX_LEYENDAS = 100;
const MAX_DETALLES = 100;

/**
 * Leyendas Fiscales 1.0: legends that tax provisions ask for. `ruta` is that of the list. Its schema has no lengths;
 * "|" separates the values of the cadena original and is refused, as in every text (Anexo 20).
 */
export const construirLeyendas: Constructor<readonly LeyendaInput[]> = (datos, _comprobante, ruta) => {
  const dadas: unknown = datos;
  if (!Array.isArray(dadas))
    return refuseFields([field(ruta, 'invalid_type', { params: { expected: 'array' } })]);
  if (dadas.length === 0 || dadas.length > MAX_LEYENDAS)
    return refuseFields([field(ruta, 'invalid_length', { params: { min: 1, max: MAX_LEYENDAS } })]);
  const { raiz, espacio } = leyendasFiscales;
  const detalles: Detail[] = [];
  const [forma] = raiz.hijos;
  const hijos = forma
    ? dadas.map((leyenda: unknown, i) =>
        deCampos(forma.elemento, espacio, leyenda, `${ruta}[${i}]`, LEYENDA, detalles),
      )
    : [];
  const nodo = conRuta({ nombre: raiz.nombre, espacio, atributos: { version: '1.0' }, hijos }, ruta, {
    Leyenda: `/${ruta}`,
  });
  const todos = sinRepetir(detalles, detallesDe(defectosDe(raiz, nodo, MAX_DETALLES)));
  return todos.length > 0
    ? refuseFields(todos.slice(0, MAX_DETALLES))
    : ok({ estandar: leyendasFiscales, nodo });
};
