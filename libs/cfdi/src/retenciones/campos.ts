/** Attributes of Retenciones 2.0 and the fields of input and model that hold them, in the order of the schema. */
export type Campos = Readonly<Record<string, string>>;

export const RAIZ: Campos = {
  ...{ FolioInt: 'folioInt', FechaExp: 'fechaExp', LugarExpRetenc: 'lugarExpRetenc' },
  ...{ CveRetenc: 'cveRetenc', DescRetenc: 'descRetenc' },
};
export const RELACIONADO: Campos = { TipoRelacion: 'tipoRelacion', UUID: 'uuid' };
export const EMISOR: Campos = { RfcE: 'rfc', NomDenRazSocE: 'nombre', RegimenFiscalE: 'regimenFiscal' };
export const NACIONAL: Campos = {
  ...{ RfcR: 'rfc', NomDenRazSocR: 'nombre', CurpR: 'curp', DomicilioFiscalR: 'domicilioFiscal' },
};
export const EXTRANJERO: Campos = { NumRegIdTribR: 'numRegIdTrib', NomDenRazSocR: 'nombre' };
export const PERIODO: Campos = { MesIni: 'mesIni', MesFin: 'mesFin', Ejercicio: 'ejercicio' };
export const TOTALES: Campos = {
  ...{ MontoTotOperacion: 'montoTotOperacion', MontoTotGrav: 'montoTotGrav' },
  ...{ MontoTotExent: 'montoTotExent', MontoTotRet: 'montoTotRet' },
  ...{ UtilidadBimestral: 'utilidadBimestral', ISRCorrespondiente: 'isrCorrespondiente' },
};
export const IMP_RETENIDOS: Campos = {
  ...{ BaseRet: 'baseRet', ImpuestoRet: 'impuesto', MontoRet: 'montoRet', TipoPagoRet: 'tipoPagoRet' },
};
/** Children of the root. */
export const HIJOS: Campos = {
  ...{ CfdiRetenRelacionados: 'relacionado', Emisor: 'emisor', Receptor: 'receptor', Periodo: 'periodo' },
  ...{ Totales: 'totales', Complemento: 'complementos', Addenda: 'addenda' },
};
