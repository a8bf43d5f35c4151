import {
  toCase,
  addChild,
  addComplemento,
  all,
  largestOf,
  lessThan,
  newNode,
  setAttributes,
  setKeys,
  traslado,
  type Case,
  type Mutable,
} from './case.js';
import { withAutotransporte } from './mercancias.js';

/** Documents that just keep a rule, each beside one that just breaks it. */

const BIEN = 'Mercancias/Mercancia';
const TREN = 'Mercancias/TransporteFerroviario';
const DESTINO = 'Ubicaciones/Ubicacion[1]';
const guia = (): Mutable =>
  newNode('GuiasIdentificacion', {
    ...{ NumeroGuiaIdentificacion: 'GUIA-0000000001', DescripGuiaIdentificacion: 'Caja' },
    PesoGuiaIdentificacion: '1',
  });

const valid = (
  what: string,
  base: Case['base'],
  ...changes: readonly Case['cambio'][]
): readonly [string, Case] => [what, toCase(what, base, all(...changes))];

export const validCases: readonly (readonly [string, Case])[] = [
  ...['78101500', '78102205', '78121603', '78141500', '78141501', '84121806', '92121800', '92121802'].map(
    (key) => valid(`CP109: income of ${key}, beside other items`, lessThan('01'), setKeys('01010101', key)),
  ),
  valid('CP109: a transfer of anything', traslado, setKeys('01010101')),
  valid('CP110: two means of transport', largestOf('04'), setKeys('78101903'), withAutotransporte),
  ...(
    [
      ['implocal', 'http://www.sat.gob.mx/implocal'],
      ['leyendasFiscales', 'http://www.sat.gob.mx/leyendasFiscales'],
      ['pfic', 'http://www.sat.gob.mx/pfic'],
      ['Comercio Exterior', 'http://www.sat.gob.mx/ComercioExterior20'],
      ['the stamp', 'http://www.sat.gob.mx/TimbreFiscalDigital'],
    ] as const
  ).map(([name, namespace]) => valid(`CP113: ${name}`, lessThan('01'), addComplemento('X', namespace))),
  valid(
    'CP149: kilograms under another unit',
    lessThan('04'),
    setAttributes('Mercancias', { UnidadPeso: 'Tu' }),
  ),
  valid(
    'CP150, CP151: details in another unit than the totals',
    lessThan('02'),
    setAttributes('Mercancias', { UnidadPeso: 'TNE', PesoBrutoTotal: '0.013', PesoNetoTotal: '0.013' }),
  ),
  valid('CP151: a net weight by road', lessThan('01'), setAttributes('Mercancias', { PesoNetoTotal: '1' })),
  valid(
    'CP173: another document on exit',
    lessThan('01', { internacional: 'Salida' }),
    addChild(BIEN, () => newNode('DocumentacionAduanera', { TipoDocumento: '12', IdentDocAduanero: 'A' })),
  ),
  valid(
    'CP177: parcels with their waybill',
    traslado,
    setAttributes(BIEN, { BienesTransp: '31181701' }),
    addChild(BIEN, guia),
  ),
  valid('CP177: parcels of others', lessThan('01'), setAttributes(BIEN, { BienesTransp: '31181701' })),
  valid(
    'CP191: the last decimal of the tonnes',
    largestOf('04'),
    setAttributes(`${TREN}/Carro/Contenedor`, { PesoNetoMercancia: '1500.999' }),
  ),
  ...['TS02', 'TS04'].map((TipoDeServicio) =>
    valid(
      `CP192: containers with ${TipoDeServicio}`,
      largestOf('04'),
      setAttributes(TREN, { TipoDeServicio }),
    ),
  ),
  valid('an empty platform', lessThan('04'), setAttributes(`${TREN}/Carro`, { TipoCarro: 'TC05' })),
  valid(
    'goods in bulk, which have no tare',
    lessThan('02'),
    setAttributes(`${BIEN}/DetalleMercancia`, { PesoNeto: '12.5', PesoTara: '0.001' }),
    setAttributes('Mercancias', { PesoNetoTotal: '12.5' }),
  ),
  valid(
    'an arrival before the departure, in another time zone',
    lessThan('03'),
    setAttributes(DESTINO, { FechaHoraSalidaLlegada: '2026-11-20T09:00:00' }),
  ),
];
