import type { RuleCode } from '../rules/code.js';
import { catalogueCodes } from './complementos-rules.js';

const rules = [
  ...['Retenciones-LugarExpRetenc', 'Retenciones-CveRetenc', 'Retenciones-DescRetenc'],
  ...['CfdiRetenRelacionados-TipoRelacion', 'Emisor-RegimenFiscalE', 'Complemento-CveRetenc'],
  ...['Receptor-NacionalidadR', 'Nacional-RfcR', 'Nacional-CurpR', 'Nacional-DomicilioFiscalR'],
  ...['Periodo-MesIni', 'Periodo-MesFin', 'Periodo-MesIni-MesFin', 'Periodo-Ejercicio'],
  ...['Totales-MontoTotExent', 'Totales-MontoTotRet', 'ImpRetenidos-ImpuestoRet'],
  ...['ImpRetenidos-TipoPagoRet', 'ImpRetenidos-ImpuestoRet-TipoPagoRet'],
  'Pagosaextranjeros-EsBenefEfectDelCobro',
  'ImpRetenidos-ImpuestoRet-TipoDeServ',
].map((name) => `RET-${name}`);

const notChecked = (code: string, note: string): RuleCode => ({
  code: `RET-${code}`,
  where: 'no',
  note,
});

export const retencionCodes: readonly RuleCode[] = [
  ...[...rules, ...catalogueCodes].map((code) => ({ code, where: 'rule' as const })),
  notChecked('Retenciones-FechaExp', 'How old a document may be is judged with a clock, when it is stamped.'),
  notChecked(
    'Nacional-RfcR-LRFC',
    'Whether the RFC is registered, with its name and its address, the tax authority knows.',
  ),
  notChecked(
    'Extranjero-NumRegIdTribR',
    'The country, which gives the number its form, is not in the document.',
  ),
  notChecked('Totales-UtilidadBimestral', 'The schema calls it conditional and does not say on what.'),
  notChecked('Totales-ISRCorrespondiente', 'The schema calls it conditional and does not say on what.'),
  notChecked('Totales-MontoTotGrav', 'What is neither taxed nor exempt may be part of the operation.'),
  notChecked(
    'SectorFinanciero-CveRetenc',
    'Whether the issuer is a trustee of the financial system is not in the document.',
  ),
  notChecked('AportacionesODepositos-TipoAportacionODeposito', 'Its form, a to c, is the whole catalogue.'),
];
