import { ausente, con } from './json.js';
import { esObjeto, type Objeto } from '../../objeto.js';

/**
 * The API's JSON as the table of the standard takes it: booleans for Sí and No, the forms in which the regimes may
 * come, lists of what may come once, and empty groups, which count as none. Anything of another shape stays as
 * it is, for the table to refuse at its path.
 */
export function preparar(datos: Objeto): Objeto {
  return con(datos, {
    ...siNo(datos, 'TranspInternac', 'No'),
    ...siNo(datos, 'RegistroISTMO'),
    RegimenesAduaneros: regimenes(datos['RegimenesAduaneros']),
    Mercancias: mercancias(datos['Mercancias']),
    FiguraTransporte: grupo(datos['FiguraTransporte']),
  });
}

/** A boolean in the standard's words; `no` is absent where only Sí may be written. */
const siNo = (objeto: Objeto, nombre: string, no?: string): Objeto =>
  typeof objeto[nombre] === 'boolean' ? { [nombre]: objeto[nombre] ? 'Sí' : no } : {};

/** A group of nothing is no group. */
const grupo = (dato: unknown): unknown =>
  ausente(dato) || (Array.isArray(dato) && dato.length === 0) ? undefined : dato;

/** { RegimenAduaneroCCP: [...] }, a list of { RegimenAduanero }, or a list of keys. */
function regimenes(dato: unknown): unknown {
  if (Array.isArray(dato)) return grupo(dato.map(regimen));
  if (!esObjeto(dato)) return grupo(dato);
  if ('RegimenAduanero' in dato) return [dato];
  const dentro = dato['RegimenAduaneroCCP'];
  if (Array.isArray(dentro))
    return dentro.length === 0 ? undefined : con(dato, { RegimenAduaneroCCP: dentro.map(regimen) });
  return typeof dentro === 'string' ? con(dato, { RegimenAduaneroCCP: [regimen(dentro)] }) : dato;
}

const regimen = (dato: unknown): unknown => (typeof dato === 'string' ? { RegimenAduanero: dato } : dato);

function mercancias(dato: unknown): unknown {
  if (!esObjeto(dato)) return grupo(dato);
  const { Mercancia, Autotransporte, TransporteMaritimo } = dato;
  return con(dato, {
    ...siNo(dato, 'LogisticaInversaRecoleccionDevolucion'),
    Mercancia: Array.isArray(Mercancia) ? Mercancia.map(mercancia) : mercancia(Mercancia),
    Autotransporte: esObjeto(Autotransporte)
      ? con(Autotransporte, { Remolques: grupo(Autotransporte['Remolques']) })
      : Autotransporte,
    TransporteMaritimo: esObjeto(TransporteMaritimo) ? maritimo(TransporteMaritimo) : TransporteMaritimo,
  });
}

function mercancia(dato: unknown): unknown {
  if (!esObjeto(dato)) return dato;
  const detalle = dato['DetalleMercancia'];
  return con(dato, {
    ...siNo(dato, 'MaterialPeligroso', 'No'),
    // The API has a list here, the standard one element.
    DetalleMercancia:
      Array.isArray(detalle) && detalle.length < 2 ? (detalle[0] as unknown) : (detalle ?? undefined),
  });
}

function maritimo(dato: Objeto): Objeto {
  const contenedores = dato['Contenedor'];
  const sinGrupo = (uno: unknown): unknown =>
    esObjeto(uno) ? con(uno, { RemolquesCCP: grupo(uno['RemolquesCCP']) }) : uno;
  return con(dato, {
    Contenedor: Array.isArray(contenedores) ? contenedores.map(sinGrupo) : sinGrupo(contenedores),
  });
}
