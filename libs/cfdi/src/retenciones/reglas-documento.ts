import {
  clavesRetencion,
  complementoOf,
  isRegimeAllowed,
  postalCode,
  regimenesFiscales,
  RFC_EXTRANJERO,
  tiposRelacion,
} from '#sat';
import type { Nodo } from '../parsed.js';
import { lugar, regla, type ContextoReglas } from '../reglas/regla.js';
import { estandaresPorNombre } from './complementos.js';
import { complementosDe } from './estructura.js';
import { de, fecha, hijo, persona } from './nodos.js';

/** Rules of the document's own attributes, of its issuer and of its receiver. */

/** A postal code that exists: by the whole catalogue where it is loaded, else by the ranges of the states. */
const existeCp = (cp: string, contexto: ContextoReglas): boolean =>
  contexto.grandes?.codigosPostales.complete
    ? contexto.grandes.codigosPostales.accepts(cp, fecha(contexto))
    : postalCode(cp) !== undefined;

/** Of the document. */
export const deLaRaiz = [
  regla<Nodo>(
    'RET-Retenciones-LugarExpRetenc',
    'El código postal del lugar de expedición no existe.',
    'The postal code of the place of issue does not exist.',
    (raiz, contexto) => !existeCp(de(raiz, 'LugarExpRetenc'), contexto) && lugar(raiz, 'LugarExpRetenc'),
  ),
  regla<Nodo>(
    'RET-Retenciones-CveRetenc',
    'La clave de retención no está vigente en el catálogo c_CveRetenc.',
    'The retention key is not in force in the catalogue c_CveRetenc.',
    (raiz, contexto) =>
      !clavesRetencion.has(de(raiz, 'CveRetenc'), fecha(contexto)) && lugar(raiz, 'CveRetenc'),
  ),
  regla<Nodo>(
    'RET-Retenciones-DescRetenc',
    'La clave 25, otro tipo de retenciones, requiere la descripción.',
    'Key 25, another kind of retention, requires the description.',
    (raiz) =>
      de(raiz, 'CveRetenc') === '25' &&
      raiz.atributos['DescRetenc'] === undefined &&
      lugar(raiz, 'DescRetenc'),
  ),
  regla<Nodo>(
    'RET-CfdiRetenRelacionados-TipoRelacion',
    'El tipo de relación no está en el catálogo c_TipoRelacion.',
    'The kind of relation is not in the catalogue c_TipoRelacion.',
    (raiz, contexto) => {
      const relacionado = hijo(raiz, 'CfdiRetenRelacionados');
      return (
        relacionado &&
        !tiposRelacion.has(de(relacionado, 'TipoRelacion'), fecha(contexto)) &&
        lugar(relacionado, 'TipoRelacion')
      );
    },
  ),
  regla<Nodo>(
    'RET-Emisor-RegimenFiscalE',
    'El régimen fiscal no está en el catálogo o no es del tipo de persona del emisor.',
    'The tax regime is not in the catalogue or not one of the kind of person that issues.',
    (raiz, contexto) => {
      const emisor = hijo(raiz, 'Emisor') as Nodo;
      const regimen = de(emisor, 'RegimenFiscalE');
      const vale =
        regimenesFiscales.has(regimen, fecha(contexto)) &&
        isRegimeAllowed(regimen, persona(de(emisor, 'RfcE')));
      return !vale && lugar(emisor, 'RegimenFiscalE');
    },
  ),
  regla<Nodo>(
    'RET-Complemento-CveRetenc',
    'La clave de retención requiere su complemento.',
    'The retention key requires its complement.',
    (raiz) => {
      const extranjero = de(hijo(raiz, 'Receptor') as Nodo, 'NacionalidadR') === 'Extranjero';
      const nombre = complementoOf(de(raiz, 'CveRetenc'), extranjero);
      const espacio = nombre === undefined ? undefined : estandaresPorNombre[nombre]?.espacio;
      return (
        espacio !== undefined &&
        !complementosDe(raiz).some((nodo) => nodo.espacio === espacio) &&
        lugar(raiz, 'Complemento')
      );
    },
  ),
];

/** Of the receiver. */
export const delReceptor = [
  regla<Nodo>(
    'RET-Receptor-NacionalidadR',
    'La nacionalidad no corresponde a los datos del receptor.',
    'The nationality does not agree with the data of the receiver.',
    (receptor) => !hijo(receptor, de(receptor, 'NacionalidadR')) && lugar(receptor, 'NacionalidadR'),
  ),
  regla<Nodo>(
    'RET-Nacional-RfcR',
    'El RFC genérico de extranjeros no es de un receptor nacional.',
    'The generic RFC of foreigners is not one of a national receiver.',
    (receptor) => {
      const nacional = hijo(receptor, 'Nacional');
      return nacional && de(nacional, 'RfcR') === RFC_EXTRANJERO && lugar(nacional, 'RfcR');
    },
  ),
  regla<Nodo>(
    'RET-Nacional-CurpR',
    'Una persona moral no tiene CURP.',
    'A legal person has no CURP.',
    (receptor) => {
      const nacional = hijo(receptor, 'Nacional');
      return (
        nacional &&
        nacional.atributos['CurpR'] !== undefined &&
        persona(de(nacional, 'RfcR')) === 'moral' &&
        lugar(nacional, 'CurpR')
      );
    },
  ),
  regla<Nodo>(
    'RET-Nacional-DomicilioFiscalR',
    'El código postal del domicilio fiscal del receptor no existe.',
    "The postal code of the receiver's tax address does not exist.",
    (receptor, contexto) => {
      const nacional = hijo(receptor, 'Nacional');
      return (
        nacional &&
        !existeCp(de(nacional, 'DomicilioFiscalR'), contexto) &&
        lugar(nacional, 'DomicilioFiscalR')
      );
    },
  ),
];
