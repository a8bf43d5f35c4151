import { describe, expect, it } from '@jest/globals';
import { createPublicKey } from 'node:crypto';
import type { Complemento } from './comprobante.js';
import { estandaresDe, type Destino } from './formas/estandares/index.js';
import { cadenaOriginalOf } from './lectura/cadena.js';
import { cadenaDeRetencion, esRetencion } from './lectura/retencion.js';
import type { Nodo } from './parsed.js';
import { sealRetencion } from './retenciones/xml.js';
import { sealComprobante, verifySello, type Seal } from './sello/sello.js';
import { csdDePrueba } from './testing/certificados.js';
import { complementoDePrueba } from './testing/complementos.js';
import { construir } from './testing/construir.js';
import { comprobante } from './testing/muestras.js';
import { arbolDe, mutantes, seLee, type Mutante } from './testing/mutaciones.js';
import { construirRetencion, retencion } from './testing/retenciones.js';

/** Every complement of a signed document with one thing changed: the sello notices it, or it is listed. */

const csd = csdDePrueba();

/** What the tax authority's stylesheets leave out of complements, by standard. */
const NO_FIRMADO: Readonly<Record<string, readonly string[]>> = {
  ventavehiculos: ['cantidad', 'unidad', 'noIdentificacion', 'descripcion', 'valorUnitario', 'importe'].map(
    (atributo) => `VentaVehiculos/Parte@${atributo}`,
  ),
};
/** Detallista signs these only. */
const DETALLISTA: readonly string[] = [
  'detallista@documentStructureVersion',
  ...['orderIdentification/referenceIdentification', 'orderIdentification/ReferenceDate', 'buyer/gln'].map(
    (ruta) => `detallista/${ruta}`,
  ),
  ...['seller/gln', 'seller/alternatePartyIdentification', 'totalAmount/Amount'].map(
    (ruta) => `detallista/${ruta}`,
  ),
  ...['TotalAllowanceCharge/specialServicesType', 'TotalAllowanceCharge/Amount'].map(
    (ruta) => `detallista/${ruta}`,
  ),
];

const cadenaDe = (raiz: Nodo): string => {
  const cadena = esRetencion(raiz) ? cadenaDeRetencion(raiz) : cadenaOriginalOf({ raiz });
  return cadena.ok ? cadena.value : '';
};

/** A document with a complement, sealed. */
const sellado = (complemento: Complemento, destino: Destino): Promise<Seal> => {
  const c = construir(comprobante());
  if (destino === 'retenciones')
    return sealRetencion({ ...construirRetencion(retencion()), complementos: [complemento] }, csd);
  return sealComprobante(
    destino === 'comprobante'
      ? { ...c, complementos: [complemento] }
      : { ...c, conceptos: c.conceptos.map((uno) => ({ ...uno, complemento })) },
    csd,
  );
};

/** What comes after the Complemento in a path. */
const DENTRO = /\/Complemento(?:Concepto)?\/(.*)$/;
const lugarDe = ({ ruta }: Mutante): string => DENTRO.exec(ruta)?.[1] ?? '';

/** The changes inside of a document's complement, and those that its sello does not notice. */
function dentroDe(xml: string): { readonly todos: readonly Mutante[]; readonly mudos: readonly Mutante[] } {
  const raiz = arbolDe(xml);
  const llave = createPublicKey(csd.privateKey);
  const sello = raiz.atributos['Sello'] ?? '';
  const todos = [...mutantes(raiz)].filter(({ ruta }) => DENTRO.test(ruta));
  return { todos, mudos: todos.filter((mutante) => verifySello(cadenaDe(mutante.raiz), sello, llave)) };
}

/** Attributes and texts that a verb was done to. */
const lugares = (verbos: readonly Mutante['verbo'][], lista: readonly Mutante[]): readonly string[] => [
  ...new Set(lista.filter(({ verbo }) => verbos.includes(verbo)).map(lugarDe)),
];

describe('a complement with one thing changed', () => {
  const destinos: readonly Destino[] = ['comprobante', 'concepto', 'retenciones'];
  const casos = destinos.flatMap((destino) =>
    estandaresDe(destino).map(({ prefijo }) => [prefijo, destino] as const),
  );

  it.each(casos)('%s: attributes, texts and elements', async (prefijo, destino) => {
    const { xml } = await sellado(complementoDePrueba(prefijo, destino), destino);
    const { todos, mudos } = dentroDe(xml);
    const sinFirma = lugares(['alarga'], mudos);
    const firmados = lugares(['alarga'], todos).filter((lugar) => !sinFirma.includes(lugar));
    if (prefijo === 'detallista') expect(firmados).toEqual(DETALLISTA);
    else expect(sinFirma).toEqual(NO_FIRMADO[prefijo] ?? []);
    for (const mudo of mudos) {
      const lugar = lugarDe(mudo);
      if (sinFirma.includes(lugar)) continue;
      // The stylesheet takes elements by their names: in another order they are no longer of the schema.
      if (mudo.otro !== undefined && !lugar.endsWith(`/${mudo.otro}`)) expect(seLee(mudo)).toBe(false);
      else {
        // An element may come and go unnoticed where nothing in it is signed.
        expect(firmados.filter((uno) => uno.startsWith(`${lugar}/`) || uno.startsWith(`${lugar}@`))).toEqual(
          [],
        );
        expect(prefijo).toBe('detallista');
      }
    }
  });

  it.each(casos)('%s: attributes that it could have too', async (prefijo, destino) => {
    const { xml } = await sellado(complementoDePrueba(prefijo, destino, 'menor'), destino);
    const agregados = lugares(['agrega'], dentroDe(xml).mudos);
    if (prefijo === 'detallista') expect(agregados.filter((lugar) => DETALLISTA.includes(lugar))).toEqual([]);
    else for (const lugar of agregados) expect(NO_FIRMADO[prefijo]).toContain(lugar);
  });
});
