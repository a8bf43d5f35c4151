import { copia, en } from '../cambios.js';
import { nominaMinima, nominaOrdinaria } from '../nominas.js';
import { atributos, con, CONCEPTO, E, NO_INSCRITO, type Caso } from './caso.js';

/** NOM1 to NOM29: the comprobante around a payroll. */
export const deSobre: readonly Caso[] = [
  ['NOM1', nominaOrdinaria, atributos('', { Moneda: 'USD' })],
  ['NOM2', nominaOrdinaria, atributos('', { TipoDeComprobante: 'I' })],
  ['NOM3', nominaOrdinaria, atributos('', { Exportacion: '02' })],
  ['NOM4', nominaOrdinaria, con('', 'InformacionGlobal', { Periodicidad: '01', Meses: '11', Año: '2026' })],
  ['NOM5', nominaOrdinaria, atributos(E, { Curp: 'XOJI740919MQTDMN05' })],
  ['NOM6', nominaOrdinaria, atributos('Emisor', { Rfc: 'CACX7605101P8' })],
  ['NOM6', nominaMinima, atributos('Emisor', { Rfc: 'CACX7605101P8' })],
  ['NOM7', nominaOrdinaria, atributos('Emisor', { FacAtrAdquirente: '0000000001' })],
  ['NOM8', nominaOrdinaria, atributos('Receptor', { Rfc: 'URE180429TM6' })],
  ['NOM9', nominaOrdinaria, atributos('Receptor', { Rfc: NO_INSCRITO })],
  ['NOM11', nominaOrdinaria, atributos('Receptor', { RegimenFiscalReceptor: '612' })],
  ['NOM12', nominaOrdinaria, atributos('Receptor', { UsoCFDI: 'G03' })],
  ['NOM13', nominaOrdinaria, (raiz) => en(raiz, 'Conceptos').hijos.push(copia(en(raiz, CONCEPTO)))],
  ['NOM14', nominaOrdinaria, atributos(CONCEPTO, { ClaveProdServ: '84111506' })],
  ['NOM15', nominaOrdinaria, atributos(CONCEPTO, { NoIdentificacion: '1' })],
  ['NOM16', nominaOrdinaria, atributos(CONCEPTO, { Cantidad: '1.0' })],
  ['NOM17', nominaOrdinaria, atributos(CONCEPTO, { ClaveUnidad: 'E48' })],
  ['NOM18', nominaOrdinaria, atributos(CONCEPTO, { Unidad: 'Actividad' })],
  ['NOM19', nominaOrdinaria, atributos(CONCEPTO, { Descripcion: 'Pago de Nomina' })],
  ['NOM20', nominaOrdinaria, atributos(CONCEPTO, { ValorUnitario: '5000.01' })],
  ['NOM21', nominaOrdinaria, atributos(CONCEPTO, { Importe: '4999.99' })],
  ['NOM22', nominaOrdinaria, atributos(CONCEPTO, { Descuento: undefined })],
  ['NOM22', nominaMinima, atributos(CONCEPTO, { Descuento: '1' })],
  ['NOM23', nominaOrdinaria, atributos(CONCEPTO, { ObjetoImp: '02' })],
  ['NOM24', nominaOrdinaria, con(CONCEPTO, 'Impuestos')],
  ['NOM25', nominaOrdinaria, con(CONCEPTO, 'ACuentaTerceros')],
  ['NOM26', nominaOrdinaria, con(CONCEPTO, 'InformacionAduanera')],
  ['NOM27', nominaOrdinaria, con(CONCEPTO, 'CuentaPredial')],
  ['NOM28', nominaOrdinaria, con(CONCEPTO, 'ComplementoConcepto')],
  ['NOM29', nominaOrdinaria, con(CONCEPTO, 'Parte')],
];
