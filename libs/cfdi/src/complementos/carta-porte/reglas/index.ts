import type { Nodo } from '../../../parsed.js';
import { aplicar, type ContextoReglas, type Falla } from '../../../reglas/regla.js';
import { reglasComercioExterior, reglasDocumentacion } from './aduana.js';
import { reglasAereo } from './aereo.js';
import { reglasAutotransporte } from './autotransporte.js';
import { reglasCarta, reglasRegimen } from './carta.js';
import { reglasClaves } from './claves.js';
import { reglasCofepris } from './cofepris.js';
import type { ReglaCp } from './comun.js';
import { reglasDomicilio } from './domicilio.js';
import { reglasCarro, reglasFerroviario } from './ferroviario.js';
import { reglasFigura, reglasFiguras } from './figuras.js';
import { reglasContenedorMaritimo, reglasMaritimo } from './maritimo.js';
import { reglasCantidad, reglasDetalle, reglasMercancia } from './mercancia.js';
import { reglasMercancias } from './mercancias.js';
import { reglasSobre } from './sobre.js';
import { reglasUbicacion, reglasUbicaciones } from './ubicaciones.js';
import { vistaDe, type ContextoCartaPorte, type Vista } from './vista.js';

/** Rules of the document and of the complement as a whole. */
const deVista: readonly ReglaCp<Vista>[] = [
  ...reglasSobre,
  ...reglasCarta,
  ...reglasUbicaciones,
  ...reglasMercancias,
  ...reglasFiguras,
];

/** Rules of one element, by its name; "Padre>Nombre" where elements of one name have several. */
const propias: Readonly<Record<string, readonly ReglaCp<Nodo>[]>> = {
  RegimenAduaneroCCP: reglasRegimen,
  Ubicacion: reglasUbicacion,
  Domicilio: reglasDomicilio,
  Mercancia: [...reglasMercancia, ...reglasCofepris, ...reglasComercioExterior],
  DocumentacionAduanera: reglasDocumentacion,
  CantidadTransporta: reglasCantidad,
  DetalleMercancia: reglasDetalle,
  Autotransporte: reglasAutotransporte,
  TransporteMaritimo: reglasMaritimo,
  'TransporteMaritimo>Contenedor': reglasContenedorMaritimo,
  TransporteAereo: reglasAereo,
  TransporteFerroviario: reglasFerroviario,
  Carro: reglasCarro,
  TiposFigura: reglasFigura,
};

const deNodo: ReadonlyMap<string, readonly ReglaCp<Nodo>[]> = new Map(
  [...new Set([...Object.keys(propias), ...reglasClaves.keys()])].map((donde) => [
    donde,
    [...(reglasClaves.get(donde) ?? []), ...(propias[donde] ?? [])],
  ]),
);

/** Every rule, for the list of codes. */
export const reglasCartaPorte: readonly {
  readonly codigo: string;
  readonly es: string;
  readonly en: string;
}[] = [...deVista, ...[...deNodo.values()].flat()];

/**
 * Runs the rules of Carta Porte 3.1 over its element, as a PAC does over the final XML; broken ones go to `fallas`,
 * until there are `limite` of them. The structure is taken to hold.
 */
export function revisarCartaPorte(
  carta: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite = Infinity,
): void {
  const vista = vistaDe(carta, contexto.raiz);
  const conVista: ContextoCartaPorte = { ...contexto, vista };
  if (aplicar(deVista, vista, conVista, fallas, limite)) return;
  recorrer(carta, '', conVista, fallas, limite);
}

/** The rules of an element and of those inside, in the document's order; says whether the limit is reached. */
function recorrer(
  nodo: Nodo,
  padre: string,
  contexto: ContextoCartaPorte,
  fallas: Falla[],
  limite: number,
): boolean {
  const reglas =
    deNodo.get(nodo.nombre) ?? (padre === '' ? undefined : deNodo.get(`${padre}>${nodo.nombre}`));
  if (reglas && aplicar(reglas, nodo, contexto, fallas, limite)) return true;
  return nodo.hijos.some((uno) => recorrer(uno, nodo.nombre, contexto, fallas, limite));
}
