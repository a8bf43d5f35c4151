import type { Detail } from '#kernel';
import { DEDUCCION_ISR, tiposDeduccion, tiposOtroPago, tiposPercepcion, type Catalogue } from '#sat';
import type { Nodo } from '../../parsed.js';
import { elementoDe, elementosDe, formaDe, grupoDe, type Propio } from './elementos.js';
import { pesos, suma, sumaSi } from './totales.js';
import { ausente, malTipo } from './valores.js';
import { esObjeto, type Objeto } from '../../objeto.js';

/** Earnings, deductions, other payments and incapacities, with the totals that are computed of them. */

/** Longest Concepto (nomina12.xsd). */
const MAX_CONCEPTO = 100;

/** A catalogue's label as Concepto: whole words of it, where it is too long. */
function etiqueta(catalogo: Catalogue, clave: unknown): string | undefined {
  const label = typeof clave === 'string' ? catalogo.find(clave)?.label : undefined;
  if (label === undefined || label.length <= MAX_CONCEPTO) return label;
  return label.slice(0, label.lastIndexOf(' ', MAX_CONCEPTO)).replace(/[,;]$/, '');
}

/** Concepto is the catalogue's label where the input has none. */
const conConcepto = (datos: Objeto, catalogo: Catalogue, tipo: string): Propio => {
  const { concepto } = datos;
  const falta = ausente(concepto) || (typeof concepto === 'string' && concepto.trim() === '');
  return falta ? { atributos: { Concepto: etiqueta(catalogo, datos[tipo]) } } : {};
};

const PERCEPCIONES = formaDe('Percepciones');
const PERCEPCION = formaDe('Percepciones', 'Percepcion');
const ACCIONES = formaDe('Percepciones', 'Percepcion', 'AccionesOTitulos');
const HORAS = formaDe('Percepciones', 'Percepcion', 'HorasExtra');
const JUBILACION = formaDe('Percepciones', 'JubilacionPensionRetiro');
const SEPARACION = formaDe('Percepciones', 'SeparacionIndemnizacion');
const IMPORTES = ['ImporteGravado', 'ImporteExento'] as const;

/** Percepciones with its five totals; none for an object without earnings. */
export function percepcionesDe(datos: unknown, ruta: string, detalles: Detail[]): Nodo | undefined {
  if (ausente(datos)) return undefined;
  if (!esObjeto(datos)) {
    detalles.push(malTipo(ruta, 'object'));
    return undefined;
  }
  const lista = elementosDe(
    PERCEPCION,
    datos['percepcion'],
    `${ruta}.percepcion`,
    detalles,
    (una, donde) => ({
      ...conConcepto(una, tiposPercepcion, 'tipoPercepcion'),
      hijos: [
        elementoDe(ACCIONES, una['accionesOTitulos'], `${donde}.accionesOTitulos`, detalles),
        ...elementosDe(HORAS, una['horasExtra'], `${donde}.horasExtra`, detalles),
      ],
    }),
  );
  const jubilacion = elementoDe(
    JUBILACION,
    datos['jubilacionPensionRetiro'],
    `${ruta}.jubilacionPensionRetiro`,
    detalles,
  );
  const separacion = elementoDe(
    SEPARACION,
    datos['separacionIndemnizacion'],
    `${ruta}.separacionIndemnizacion`,
    detalles,
  );
  if (lista.length === 0 && !jubilacion && !separacion) return undefined;
  const deGrupo =
    (grupo: string) =>
    ({ atributos }: Nodo): boolean =>
      (tiposPercepcion.find(atributos['TipoPercepcion'] ?? '')?.grupo ?? 'sueldos') === grupo;
  const totales = {
    TotalSueldos: sumaSi(lista, deGrupo('sueldos'), ...IMPORTES),
    TotalSeparacionIndemnizacion: sumaSi(lista, deGrupo('separacion'), ...IMPORTES),
    TotalJubilacionPensionRetiro: sumaSi(lista, deGrupo('jubilacion'), ...IMPORTES),
    TotalGravado: pesos(suma(lista, 'ImporteGravado')),
    TotalExento: pesos(suma(lista, 'ImporteExento')),
  };
  return elementoDe(PERCEPCIONES, datos, ruta, detalles, () => ({
    atributos: totales,
    hijos: [...lista, jubilacion, separacion],
    campos: Object.fromEntries(Object.keys(totales).map((total) => [total, 'percepcion'])),
  }));
}

const esIsr = ({ atributos }: Nodo): boolean => atributos['TipoDeduccion'] === DEDUCCION_ISR;

/** Deducciones: ISR (002) in TotalImpuestosRetenidos, the rest in TotalOtrasDeducciones. */
export function deduccionesDe(datos: unknown, ruta: string, detalles: Detail[]): Nodo | undefined {
  const lista = elementosDe(formaDe('Deducciones', 'Deduccion'), datos, ruta, detalles, (una) =>
    conConcepto(una, tiposDeduccion, 'tipoDeduccion'),
  );
  return grupoDe(formaDe('Deducciones'), lista, ruta, {
    TotalOtrasDeducciones: sumaSi(lista, (una) => !esIsr(una), 'Importe'),
    TotalImpuestosRetenidos: sumaSi(lista, esIsr, 'Importe'),
  });
}

const SUBSIDIO = formaDe('OtrosPagos', 'OtroPago', 'SubsidioAlEmpleo');
const SALDO = formaDe('OtrosPagos', 'OtroPago', 'CompensacionSaldosAFavor');

export function otrosPagosDe(datos: unknown, ruta: string, detalles: Detail[]): Nodo | undefined {
  const lista = elementosDe(formaDe('OtrosPagos', 'OtroPago'), datos, ruta, detalles, (uno, donde) => {
    const { subsidioCausado, compensacionSaldosAFavor: saldo } = uno;
    return {
      ...conConcepto(uno, tiposOtroPago, 'tipoOtroPago'),
      hijos: [
        ausente(subsidioCausado) ? undefined : elementoDe(SUBSIDIO, { subsidioCausado }, donde, detalles),
        elementoDe(SALDO, saldo, `${donde}.compensacionSaldosAFavor`, detalles),
      ],
      otros: ['subsidioCausado'],
      campos: { SubsidioAlEmpleo: 'subsidioCausado' },
    };
  });
  return grupoDe(formaDe('OtrosPagos'), lista, ruta);
}

export const incapacidadesDe = (datos: unknown, ruta: string, detalles: Detail[]): Nodo | undefined =>
  grupoDe(
    formaDe('Incapacidades'),
    elementosDe(formaDe('Incapacidades', 'Incapacidad'), datos, ruta, detalles),
    ruta,
  );
