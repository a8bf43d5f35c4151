import { describe, expect, it } from '@jest/globals';
import { createPublicKey } from 'node:crypto';
import type { Complemento } from './comprobante.js';
import { standardsFor, type Destination } from './schemas/standards/index.js';
import { cadenaOriginalOf } from './reading/cadena.js';
import { writeCadenaRetencion, isRetencion } from './reading/retencion.js';
import type { XmlNode } from './parsed.js';
import { sealRetencion } from './retenciones/xml.js';
import { sealComprobante, verifySello, type Seal } from './sello/sello.js';
import { testCsd } from './testing/certificates.js';
import { testComplemento } from './testing/complementos.js';
import { buildDocument } from './testing/build.js';
import { comprobante } from './testing/samples.js';
import { parseTree, mutantsOf, canRead, type Mutant } from './testing/mutations.js';
import { mustBuildRetencion, retencion } from './testing/retenciones.js';

/** Every complement of a signed document with one thing changed: the sello notices it, or it is listed. */

const csd = testCsd();

/** What the tax authority's stylesheets leave out of complements, by standard. */
const UNSIGNED: Readonly<Record<string, readonly string[]>> = {
  ventavehiculos: ['cantidad', 'unidad', 'noIdentificacion', 'descripcion', 'valorUnitario', 'importe'].map(
    (attribute) => `VentaVehiculos/Parte@${attribute}`,
  ),
};
/** Detallista signs these only. */
const DETALLISTA: readonly string[] = [
  'detallista@documentStructureVersion',
  ...['orderIdentification/referenceIdentification', 'orderIdentification/ReferenceDate', 'buyer/gln'].map(
    (path) => `detallista/${path}`,
  ),
  ...['seller/gln', 'seller/alternatePartyIdentification', 'totalAmount/Amount'].map(
    (path) => `detallista/${path}`,
  ),
  ...['TotalAllowanceCharge/specialServicesType', 'TotalAllowanceCharge/Amount'].map(
    (path) => `detallista/${path}`,
  ),
];

const buildCadena = (root: XmlNode): string => {
  const cadena = isRetencion(root) ? writeCadenaRetencion(root) : cadenaOriginalOf({ root });
  return cadena.ok ? cadena.value : '';
};

/** A document with a complement, sealed. */
const seal = (complemento: Complemento, destination: Destination): Promise<Seal> => {
  const c = buildDocument(comprobante());
  if (destination === 'retenciones')
    return sealRetencion({ ...mustBuildRetencion(retencion()), complementos: [complemento] }, csd);
  return sealComprobante(
    destination === 'comprobante'
      ? { ...c, complementos: [complemento] }
      : { ...c, conceptos: c.conceptos.map((one) => ({ ...one, complemento })) },
    csd,
  );
};

/** What comes after the Complemento in a path. */
const INSIDE = /\/Complemento(?:Concepto)?\/(.*)$/;
const placeOfMutant = ({ path }: Mutant): string => INSIDE.exec(path)?.[1] ?? '';

/** The changes inside of a document's complement, and those that its sello does not notice. */
function scopeInside(xml: string): { readonly all: readonly Mutant[]; readonly silent: readonly Mutant[] } {
  const root = parseTree(xml);
  const key = createPublicKey(csd.privateKey);
  const sello = root.attributes['Sello'] ?? '';
  const all = [...mutantsOf(root)].filter(({ path }) => INSIDE.test(path));
  return { all, silent: all.filter((mutant) => verifySello(buildCadena(mutant.root), sello, key)) };
}

/** Attributes and texts that a verb was done to. */
const placesOf = (verbs: readonly Mutant['verb'][], list: readonly Mutant[]): readonly string[] => [
  ...new Set(list.filter(({ verb }) => verbs.includes(verb)).map(placeOfMutant)),
];

describe('a complement with one thing changed', () => {
  const destinos: readonly Destination[] = ['comprobante', 'concepto', 'retenciones'];
  const cases = destinos.flatMap((destination) =>
    standardsFor(destination).map(({ prefix }) => [prefix, destination] as const),
  );

  it.each(cases)('%s: attributes, texts and elements', async (prefix, destination) => {
    const { xml } = await seal(testComplemento(prefix, destination), destination);
    const { all, silent: mudos } = scopeInside(xml);
    const unsigned = placesOf(['alarga'], mudos);
    const signed = placesOf(['alarga'], all).filter((place) => !unsigned.includes(place));
    if (prefix === 'detallista') expect(signed).toEqual(DETALLISTA);
    else expect(unsigned).toEqual(UNSIGNED[prefix] ?? []);
    for (const silent of mudos) {
      const place = placeOfMutant(silent);
      if (unsigned.includes(place)) continue;
      // The stylesheet takes elements by their names: in another order they are no longer of the schema.
      if (silent.other !== undefined && !place.endsWith(`/${silent.other}`))
        expect(canRead(silent)).toBe(false);
      else {
        // An element may come and go unnoticed where nothing in it is signed.
        expect(signed.filter((one) => one.startsWith(`${place}/`) || one.startsWith(`${place}@`))).toEqual(
          [],
        );
        expect(prefix).toBe('detallista');
      }
    }
  });

  it.each(cases)('%s: attributes that it could have too', async (prefix, destination) => {
    const { xml } = await seal(testComplemento(prefix, destination, 'smallest'), destination);
    const added = placesOf(['agrega'], scopeInside(xml).silent);
    if (prefix === 'detallista') expect(added.filter((place) => DETALLISTA.includes(place))).toEqual([]);
    else for (const place of added) expect(UNSIGNED[prefix]).toContain(place);
  });
});
