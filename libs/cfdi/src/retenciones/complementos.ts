import { estandaresDe } from '../formas/estandares/index.js';
import type { Estandar } from '../formas/forma.js';

const porPrefijo = new Map(estandaresDe('retenciones').map((estandar) => [estandar.prefijo, estandar]));

/** The standard of each complement, by the name that the catalogue of keys gives it. */
export const estandaresPorNombre: Readonly<Record<string, Estandar | undefined>> = Object.fromEntries(
  Object.entries({
    'Arrendamiento en fideicomiso': 'arrendamientoenfideicomiso',
    Dividendos: 'dividendos',
    'Enajenación de Acciones': 'enajenaciondeacciones',
    'Fideicomiso no Empresarial': 'fideicomisonoempresarial',
    Intereses: 'intereses',
    'Intereses Hipotecarios': 'intereseshipotecarios',
    'Operaciones con Derivados': 'operacionesconderivados',
    'Pagos a Extranjeros': 'pagosaextranjeros',
    'Planes de Retiro': 'planesderetiro11',
    Premios: 'premios',
    'Sector Financiero': 'sectorfinanciero',
    'Servicios mediante Plataformas Tecnológicas': 'plataformasTecnologicas',
  }).map(([nombre, prefijo]) => [nombre, porPrefijo.get(prefijo)]),
);
