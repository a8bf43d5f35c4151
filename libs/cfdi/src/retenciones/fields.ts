/** Attributes of Retenciones 2.0 and the fields of input and model that hold them, in the order of the schema. */
export type FieldNames = Readonly<Record<string, string>>;

export const ROOT: FieldNames = {
  ...{ FolioInt: 'folioInt', FechaExp: 'fechaExp', LugarExpRetenc: 'lugarExpRetenc' },
  ...{ CveRetenc: 'cveRetenc', DescRetenc: 'descRetenc' },
};
export const RELACIONADO: FieldNames = { TipoRelacion: 'tipoRelacion', UUID: 'uuid' };
export const EMISOR: FieldNames = { RfcE: 'rfc', NomDenRazSocE: 'nombre', RegimenFiscalE: 'regimenFiscal' };
export const NACIONAL: FieldNames = {
  ...{ RfcR: 'rfc', NomDenRazSocR: 'nombre', CurpR: 'curp', DomicilioFiscalR: 'domicilioFiscal' },
};
export const FOREIGN: FieldNames = { NumRegIdTribR: 'numRegIdTrib', NomDenRazSocR: 'nombre' };
export const PERIODO: FieldNames = { MesIni: 'mesIni', MesFin: 'mesFin', Ejercicio: 'ejercicio' };
export const TOTALES: FieldNames = {
  ...{ MontoTotOperacion: 'montoTotOperacion', MontoTotGrav: 'montoTotGrav' },
  ...{ MontoTotExent: 'montoTotExent', MontoTotRet: 'montoTotRet' },
  ...{ UtilidadBimestral: 'utilidadBimestral', ISRCorrespondiente: 'isrCorrespondiente' },
};
export const IMP_RETENIDOS: FieldNames = {
  ...{ BaseRet: 'baseRet', ImpuestoRet: 'impuesto', MontoRet: 'montoRet', TipoPagoRet: 'tipoPagoRet' },
};
/** Children of the root. */
export const CHILDREN: FieldNames = {
  ...{ CfdiRetenRelacionados: 'relacionado', Emisor: 'emisor', Receptor: 'receptor', Periodo: 'periodo' },
  ...{ Totales: 'totales', Complemento: 'complementos', Addenda: 'addenda' },
};
