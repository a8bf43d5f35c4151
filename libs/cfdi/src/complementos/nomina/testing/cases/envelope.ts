import { copyNode, nodeAt } from '../changes.js';
import { minimalNomina, nominaOrdinaria } from '../nominas.js';
import { attributes, withChanges, CONCEPTO, E, NO_INSCRITO, type Case } from './case.js';

/** NOM1 to NOM29: the comprobante around a payroll. */
export const ofEnvelope: readonly Case[] = [
  ['NOM1', nominaOrdinaria, attributes('', { Moneda: 'USD' })],
  ['NOM2', nominaOrdinaria, attributes('', { TipoDeComprobante: 'I' })],
  ['NOM3', nominaOrdinaria, attributes('', { Exportacion: '02' })],
  [
    'NOM4',
    nominaOrdinaria,
    withChanges('', 'InformacionGlobal', { Periodicidad: '01', Meses: '11', Año: '2026' }),
  ],
  ['NOM5', nominaOrdinaria, attributes(E, { Curp: 'XOJI740919MQTDMN05' })],
  ['NOM6', nominaOrdinaria, attributes('Emisor', { Rfc: 'CACX7605101P8' })],
  ['NOM6', minimalNomina, attributes('Emisor', { Rfc: 'CACX7605101P8' })],
  ['NOM7', nominaOrdinaria, attributes('Emisor', { FacAtrAdquirente: '0000000001' })],
  ['NOM8', nominaOrdinaria, attributes('Receptor', { Rfc: 'URE180429TM6' })],
  ['NOM9', nominaOrdinaria, attributes('Receptor', { Rfc: NO_INSCRITO })],
  ['NOM11', nominaOrdinaria, attributes('Receptor', { RegimenFiscalReceptor: '612' })],
  ['NOM11', nominaOrdinaria, attributes('Receptor', { Rfc: 'XAXX010101000', RegimenFiscalReceptor: '616' })],
  ['NOM12', nominaOrdinaria, attributes('Receptor', { UsoCFDI: 'G03' })],
  [
    'NOM13',
    nominaOrdinaria,
    (root) => nodeAt(root, 'Conceptos').children.push(copyNode(nodeAt(root, CONCEPTO))),
  ],
  ['NOM14', nominaOrdinaria, attributes(CONCEPTO, { ClaveProdServ: '84111506' })],
  ['NOM15', nominaOrdinaria, attributes(CONCEPTO, { NoIdentificacion: '1' })],
  ['NOM16', nominaOrdinaria, attributes(CONCEPTO, { Cantidad: '1.0' })],
  ['NOM17', nominaOrdinaria, attributes(CONCEPTO, { ClaveUnidad: 'E48' })],
  ['NOM18', nominaOrdinaria, attributes(CONCEPTO, { Unidad: 'Actividad' })],
  ['NOM19', nominaOrdinaria, attributes(CONCEPTO, { Descripcion: 'Pago de Nomina' })],
  ['NOM20', nominaOrdinaria, attributes(CONCEPTO, { ValorUnitario: '5000.01' })],
  ['NOM21', nominaOrdinaria, attributes(CONCEPTO, { Importe: '4999.99' })],
  ['NOM22', nominaOrdinaria, attributes(CONCEPTO, { Descuento: undefined })],
  ['NOM22', minimalNomina, attributes(CONCEPTO, { Descuento: '1' })],
  ['NOM23', nominaOrdinaria, attributes(CONCEPTO, { ObjetoImp: '02' })],
  ['NOM24', nominaOrdinaria, withChanges(CONCEPTO, 'Impuestos')],
  ['NOM25', nominaOrdinaria, withChanges(CONCEPTO, 'ACuentaTerceros')],
  ['NOM26', nominaOrdinaria, withChanges(CONCEPTO, 'InformacionAduanera')],
  ['NOM27', nominaOrdinaria, withChanges(CONCEPTO, 'CuentaPredial')],
  ['NOM28', nominaOrdinaria, withChanges(CONCEPTO, 'ComplementoConcepto')],
  ['NOM29', nominaOrdinaria, withChanges(CONCEPTO, 'Parte')],
];
