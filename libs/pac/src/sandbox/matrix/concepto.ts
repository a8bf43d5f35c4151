import { dentroDeLimites, type Concepto, type Impuesto } from './figures.js';
import { regla, type Regla } from './rule.js';

/** Rules of the matrix for each concepto and for each of its taxes. */

const conValor = /^[IEN]$/;
const sinDesglose = /^0[1345]$/;

export const reglasConcepto: readonly Regla<Concepto>[] = [
  regla(
    166,
    'El ValorUnitario debe ser mayor que cero en comprobantes de ingreso, egreso o nómina',
    (c, doc) => conValor.test(doc.tipo) && c.valorUnitario.valor === 0n,
  ),
  regla(
    167,
    'El Importe no es el producto de Cantidad y ValorUnitario dentro de los límites permitidos',
    (c) => !dentroDeLimites(c.importe, c.cantidad, c.valorUnitario),
  ),
  regla(
    168,
    'El Descuento del concepto tiene más decimales que su Importe',
    (c) => c.descuento !== undefined && c.descuento.decimales > c.importe.decimales,
  ),
  regla(
    169,
    'El Descuento del concepto es mayor que su Importe',
    (c) => c.descuento !== undefined && c.descuento.valor > c.importe.valor,
  ),
  regla(
    171,
    'El concepto es objeto de impuesto (ObjetoImp 02) y no desglosa sus impuestos',
    (c) => c.nodo.atributos.ObjetoImp === '02' && !c.impuestos,
  ),
  regla(
    172,
    'El concepto desglosa impuestos y su ObjetoImp no lo permite',
    (c) => sinDesglose.test(c.nodo.atributos.ObjetoImp ?? '') && c.impuestos !== undefined,
  ),
  regla(
    173,
    'El nodo Impuestos del concepto no contiene traslados ni retenciones',
    (c) => c.impuestos !== undefined && c.traslados.length + c.retenciones.length === 0,
  ),
];

export const reglasTraslado: readonly Regla<Impuesto>[] = [
  regla(174, 'La Base del traslado debe ser mayor que cero', (t) => t.base.valor === 0n),
  regla(
    177,
    'Un traslado exento no lleva TasaOCuota ni Importe',
    (t) => t.tipoFactor === 'Exento' && (t.tasa !== undefined || t.importe !== undefined),
  ),
  regla(
    178,
    'Un traslado con Tasa o Cuota debe llevar TasaOCuota e Importe',
    (t) => t.tipoFactor !== 'Exento' && (t.tasa === undefined || t.importe === undefined),
  ),
  regla(
    180,
    'El Importe del traslado no es el producto de Base y TasaOCuota dentro de los límites permitidos',
    (t) =>
      t.tasa !== undefined && t.importe !== undefined && !dentroDeLimites(t.importe, t.base, t.tasa, true),
  ),
];

export const reglasRetencion: readonly Regla<Impuesto>[] = [
  regla(181, 'La Base de la retención debe ser mayor que cero', (t) => t.base.valor === 0n),
  regla(184, 'Una retención no puede ser exenta', (t) => t.tipoFactor === 'Exento'),
  regla(
    186,
    'El Importe de la retención no es el producto de Base y TasaOCuota dentro de los límites permitidos',
    (t) =>
      t.tasa !== undefined && t.importe !== undefined && !dentroDeLimites(t.importe, t.base, t.tasa, true),
  ),
];
