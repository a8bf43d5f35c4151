import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { exige, numero, prohibe, reglaCp, soloSi, tiene, type ReglaCp } from './comun.js';
import { hijo } from './vista.js';

const esPeligrosa = (bien: Nodo): boolean => bien.atributos['MaterialPeligroso'] === 'Sí';

/** One kind of goods. */
export const reglasMercancia: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-Mercancia-BienesTransp',
    'La clave del bien está en c_ClaveProdServCP.',
    "The goods' key is in c_ClaveProdServCP.",
    (bien, { vista, grandes }) =>
      grandes !== undefined &&
      !grandes.productosCartaPorte.accepts(bien.atributos['BienesTransp'] ?? '', vista.dia) &&
      lugar(bien, 'BienesTransp'),
  ),
  reglaCp(
    'CP-Mercancia-MaterialPeligroso',
    'Si el bien es material peligroso lo dice su clave en c_ClaveProdServCP: con 0 no se registra, con 1 es Sí, con "0,1" es Sí o No.',
    'Whether goods are hazardous is what their key in c_ClaveProdServCP says: with 0 it is not given, with 1 it is Sí, with "0,1" it is Sí or No.',
    (bien, { vista, grandes }) => {
      const clave = bien.atributos['BienesTransp'] ?? '';
      switch (grandes?.productosCartaPorte.find(clave, vista.dia)?.materialPeligroso) {
        case '0':
          return prohibe(bien, 'MaterialPeligroso');
        case '1':
          return !esPeligrosa(bien) && lugar(bien, 'MaterialPeligroso');
        case '0,1':
          return exige(bien, 'MaterialPeligroso');
        case undefined:
          return false;
      }
    },
  ),
  reglaCp(
    'CP-Mercancia-CveMaterialPeligroso',
    'La clave del material peligroso va cuando MaterialPeligroso es Sí, y solo entonces.',
    'The key of the hazardous material goes where MaterialPeligroso is Sí, and only there.',
    (bien) => soloSi(bien, 'CveMaterialPeligroso', esPeligrosa(bien)),
  ),
  reglaCp(
    'CP-Mercancia-CveMaterialPeligroso-Clave',
    'La clave del material peligroso está en c_MaterialPeligroso.',
    'The key of the hazardous material is in c_MaterialPeligroso.',
    (bien, { vista, grandes }) =>
      tiene(bien, 'CveMaterialPeligroso') &&
      grandes !== undefined &&
      !grandes.materialesPeligrosos.accepts(bien.atributos['CveMaterialPeligroso'] ?? '', vista.dia) &&
      lugar(bien, 'CveMaterialPeligroso'),
  ),
  reglaCp(
    'CP-Mercancia-Embalaje',
    'El embalaje va cuando MaterialPeligroso es Sí, y solo entonces.',
    'The packaging goes where MaterialPeligroso is Sí, and only there.',
    (bien) => soloSi(bien, 'Embalaje', esPeligrosa(bien)),
  ),
  reglaCp(
    'CP-Mercancia-ClaveUnidad',
    'La unidad está en c_ClaveUnidad.',
    'The unit is in c_ClaveUnidad.',
    (bien, { vista, grandes }) =>
      grandes !== undefined &&
      !grandes.unidades.accepts(bien.atributos['ClaveUnidad'] ?? '', vista.dia) &&
      lugar(bien, 'ClaveUnidad'),
  ),
  reglaCp(
    'CP-Mercancia-ClaveSTCC',
    'La clave STCC es del transporte ferroviario.',
    'The STCC key is of transport by rail.',
    (bien, { vista }) => prohibe(bien, 'ClaveSTCC', vista.ferroviario === undefined),
  ),
  reglaCp(
    'CP-Mercancia-ValorMercancia',
    'En el transporte aéreo se registra el valor de la mercancía.',
    'For transport by air the value of the goods is given.',
    (bien, { vista }) => exige(bien, 'ValorMercancia', vista.aereo !== undefined),
  ),
  reglaCp(
    'CP-Mercancia-Moneda',
    'La moneda va con el valor de la mercancía, y solo con él.',
    'The currency goes with the value of the goods, and only with it.',
    (bien) => soloSi(bien, 'Moneda', tiene(bien, 'ValorMercancia')),
  ),
  reglaCp(
    'CP-Mercancia-DetalleMercancia',
    'En el transporte marítimo se registra el detalle de la mercancía.',
    'For transport by sea the details of the goods are given.',
    (bien, { vista }) =>
      vista.maritimo !== undefined &&
      hijo(bien, 'DetalleMercancia') === undefined &&
      lugar(bien, 'DetalleMercancia'),
  ),
];

export const reglasDetalle: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-DetalleMercancia-PesoTara',
    'La tara es el peso bruto menos el peso neto.',
    'The tare is the gross weight less the net weight.',
    (detalle) =>
      numero(detalle, 'PesoTara') !== numero(detalle, 'PesoBruto') - numero(detalle, 'PesoNeto') &&
      lugar(detalle, 'PesoTara'),
  ),
];

export const reglasCantidad: readonly ReglaCp<Nodo>[] = [
  ...(['IDOrigen', 'IDDestino'] as const).map((nombre) =>
    reglaCp<Nodo>(
      `CP-CantidadTransporta-${nombre}`,
      `${nombre} es el IDUbicacion de una ubicación.`,
      `${nombre} is the IDUbicacion of a place.`,
      (cantidad, { vista }) => !vista.ids.has(cantidad.atributos[nombre] ?? '') && lugar(cantidad, nombre),
    ),
  ),
  reglaCp(
    'CP-CantidadTransporta-CvesTransporte',
    'El medio de transporte se registra cuando hay más de uno, y es uno de los que hay.',
    'The means of transport is given where there are several, and is one of those that are there.',
    (cantidad, { vista }) => {
      const clave = cantidad.atributos['CvesTransporte'];
      const vale = clave === undefined ? vista.transportes.size < 2 : vista.transportes.has(clave);
      return !vale && lugar(cantidad, 'CvesTransporte');
    },
  ),
];
