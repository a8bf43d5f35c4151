import type { CodigoDeRegla } from '../reglas/codigo.js';
import { codigosDeCatalogo } from './reglas-complementos.js';

const reglas = [
  ...['Retenciones-LugarExpRetenc', 'Retenciones-CveRetenc', 'Retenciones-DescRetenc'],
  ...['CfdiRetenRelacionados-TipoRelacion', 'Emisor-RegimenFiscalE', 'Complemento-CveRetenc'],
  ...['Receptor-NacionalidadR', 'Nacional-RfcR', 'Nacional-CurpR', 'Nacional-DomicilioFiscalR'],
  ...['Periodo-MesIni', 'Periodo-MesFin', 'Periodo-MesIni-MesFin', 'Periodo-Ejercicio'],
  ...['Totales-MontoTotExent', 'Totales-MontoTotRet', 'ImpRetenidos-ImpuestoRet'],
  ...['ImpRetenidos-TipoPagoRet', 'ImpRetenidos-ImpuestoRet-TipoPagoRet'],
  'Pagosaextranjeros-EsBenefEfectDelCobro',
].map((nombre) => `RET-${nombre}`);

const no = (codigo: string, nota: string): CodigoDeRegla => ({
  codigo: `RET-${codigo}`,
  donde: 'no',
  nota,
});

export const codigosRetencion: readonly CodigoDeRegla[] = [
  ...[...reglas, ...codigosDeCatalogo].map((codigo) => ({ codigo, donde: 'regla' as const })),
  no('Retenciones-FechaExp', 'How old a document may be is judged with a clock, when it is stamped.'),
  no(
    'Nacional-RfcR-LRFC',
    'Whether the RFC is registered, with its name and its address, the tax authority knows.',
  ),
  no('Extranjero-NumRegIdTribR', 'The country, which gives the number its form, is not in the document.'),
  no('Totales-UtilidadBimestral', 'The schema calls it conditional and does not say on what.'),
  no('Totales-ISRCorrespondiente', 'The schema calls it conditional and does not say on what.'),
  no('Totales-MontoTotGrav', 'What is neither taxed nor exempt may be part of the operation.'),
  no(
    'SectorFinanciero-CveRetenc',
    'Whether the issuer is a trustee of the financial system is not in the document.',
  ),
  ...['FormaPagoServ', 'TipoDeServ', 'SubTipServ'].map((nombre) =>
    no(`DetallesDelServicio-${nombre}`, 'The catalogue of the platforms is not among those of libs/sat.'),
  ),
  no(
    'ImpuestosTrasladadosdelServicio-TasaCuota',
    'The catalogue of the platforms is not among those of libs/sat.',
  ),
  no('AportacionesODepositos-TipoAportacionODeposito', 'Its form, a to c, is the whole catalogue.'),
];
