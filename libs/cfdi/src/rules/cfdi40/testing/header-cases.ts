import type { TestDocument } from '../../../testing/test-xml.js';
import { exterior, foreign, local, payment, publico, transfer } from './documents.js';

/** A code of the matrix, and a document that breaks that rule and no other. */
export type Case = readonly [codigo: string, documento: TestDocument];

const global = (attributes: string): TestDocument => ({
  ...publico,
  informacionGlobal: `<cfdi:InformacionGlobal ${attributes}/>`,
});

export const headerCases: readonly Case[] = [
  ['CFDI40103', { ...transfer, comprobante: { ...transfer.comprobante, FormaPago: '01' } }],
  ['CFDI40104', { comprobante: { FormaPago: '07' } }],
  ['CFDI40105', { comprobante: { MetodoPago: 'PPD' } }],
  ['CFDI40105', { comprobante: { MetodoPago: 'PPD', FormaPago: undefined } }],
  ['CFDI40113', { comprobante: { Moneda: 'ZZZ', TipoCambio: '18' } }],
  // Currencies of 2023 did not exist the year before.
  ['CFDI40113', { comprobante: { Moneda: 'CNH', TipoCambio: '2.5', Fecha: '2022-06-01T09:00:00' } }],
  ['CFDI40114', { comprobante: { TipoCambio: '18.5' } }],
  ['CFDI40115', { comprobante: { Moneda: 'USD' } }],
  ['CFDI40116', { ...transfer, comprobante: { ...transfer.comprobante, TipoCambio: '1' } }],
  [
    'CFDI40120',
    {
      ...transfer,
      comprobante: { ...transfer.comprobante, Total: '1' },
      complemento: local('1.00', '0.00'),
    },
  ],
  ['CFDI40121', { comprobante: { TipoDeComprobante: 'X' } }],
  ['CFDI40122', { comprobante: { Exportacion: '02' } }],
  ['CFDI40123', { comprobante: { Exportacion: '05' } }],
  ['CFDI40124', { comprobante: { MetodoPago: 'XYZ' } }],
  ['CFDI40125', { ...transfer, comprobante: { ...transfer.comprobante, MetodoPago: 'PUE' } }],
  ['CFDI40125', { ...payment, comprobante: { ...payment.comprobante, MetodoPago: 'PUE' } }],
  ['CFDI40126', { comprobante: { LugarExpedicion: '00001' } }],
  ['CFDI40127', { comprobante: { Confirmacion: 'AB12C' } }],
  ['CFDI40130', { ...publico, informacionGlobal: '' }],
  ['CFDI40130', { informacionGlobal: '<cfdi:InformacionGlobal Periodicidad="01" Meses="11" Año="2026"/>' }],
  ['CFDI40131', global('Periodicidad="06" Meses="11" Año="2026"')],
  ['CFDI40132', global('Periodicidad="05" Meses="13" Año="2026"')],
  ['CFDI40133', global('Periodicidad="01" Meses="19" Año="2026"')],
  ['CFDI40134', global('Periodicidad="01" Meses="13" Año="2026"')],
  [
    'CFDI40135',
    {
      ...global('Periodicidad="05" Meses="12" Año="2026"'),
      emisor: { Rfc: 'CACX7605101P8', RegimenFiscal: '621' },
    },
  ],
  ['CFDI40136', global('Periodicidad="01" Meses="11" Año="2024"')],
  ['CFDI40136', global('Periodicidad="01" Meses="11" Año="2027"')],
  [
    'CFDI40137',
    {
      relacionados:
        '<cfdi:CfdiRelacionados TipoRelacion="08"><cfdi:CfdiRelacionado UUID="5FB2822E-396D-4725-8521-CDC4BDD20CCF"/></cfdi:CfdiRelacionados>',
    },
  ],
  ['CFDI40140', { emisor: { RegimenFiscal: '609' } }],
  ['CFDI40141', { emisor: { RegimenFiscal: '612' } }],
  ['CFDI40143', { receptor: { Rfc: 'AAA010101AAA' } }],
  ['CFDI40145', { receptor: { Nombre: 'UNIVERSIDAD ROBOTICA' } }],
  [
    'CFDI40130',
    { ...publico, receptor: { ...publico.receptor, Nombre: 'PÚBLICO EN GENERAL' }, informacionGlobal: '' },
  ],
  ['CFDI40146', { receptor: { Rfc: 'IVD920810GU2', Nombre: 'PÚBLICO EN GENERAL' } }],
  ['CFDI40146', { receptor: { Rfc: 'IVD920810GU2', Nombre: 'PUBLICO EN GENERAL' } }],
  ['CFDI40148', { receptor: { DomicilioFiscalReceptor: '86990' } }],
  ['CFDI40149', { ...publico, receptor: { ...publico.receptor, DomicilioFiscalReceptor: '86991' } }],
  ['CFDI40149', { receptor: { ...foreign.receptor, DomicilioFiscalReceptor: '86991' } }],
  ['CFDI40150', { receptor: { ...foreign.receptor, ResidenciaFiscal: 'XYZ' } }],
  ['CFDI40151', { receptor: { ResidenciaFiscal: 'USA' } }],
  ['CFDI40152', { receptor: { ...foreign.receptor, ResidenciaFiscal: 'MEX' } }],
  [
    'CFDI40153',
    { receptor: { ...foreign.receptor, ResidenciaFiscal: undefined, NumRegIdTrib: '123456789' } },
  ],
  ['CFDI40154', { receptor: { NumRegIdTrib: '123456789' } }],
  ['CFDI40155', { ...foreign, comprobante: { Exportacion: '02' }, complemento: exterior }],
  ['CFDI40156', { receptor: { ...foreign.receptor, NumRegIdTrib: '12' } }],
  ['CFDI40157', { receptor: { RegimenFiscalReceptor: '609' } }],
  ['CFDI40158', { receptor: { RegimenFiscalReceptor: '612' } }],
  ['CFDI40159', { ...publico, receptor: { ...publico.receptor, RegimenFiscalReceptor: '605' } }],
  ['CFDI40160', { receptor: { UsoCFDI: 'G09' } }],
  ['CFDI40161', { receptor: { UsoCFDI: 'D01' } }],
  // The regime may use it, the kind of person may not.
  ['CFDI40161', { receptor: { RegimenFiscalReceptor: '601', UsoCFDI: 'CN01' } }],
];
