import {
  oneOfChildren,
  anyNumberOf,
  withCadena,
  element,
  openElement,
  optional,
  optionalChild,
  type Standard,
} from '../../schema.js';
import {
  base64,
  key,
  curp,
  fechaH,
  fixedType,
  pattern,
  importeMxn,
  rfc,
  freeText,
  one,
  uuid,
} from '../../types.js';

export const retenciones20: Standard = {
  prefix: 'retenciones',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/2',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/2/retencionpagov2.xsd',
  root: withCadena(
    element(
      'Retenciones',
      {
        Version: fixedType('2.0'),
        FolioInt: optional(pattern(/^[0-9a-zA-Z]{1,20}$/u)),
        Sello: base64,
        NoCertificado: pattern(/^\d{20}$/u),
        Certificado: base64,
        FechaExp: fechaH,
        LugarExpRetenc: key('c_CodigoPostal'),
        CveRetenc: key('c_CveRetenc'),
        DescRetenc: optional(freeText(1, 100)),
      },
      optionalChild(element('CfdiRetenRelacionados', { TipoRelacion: key('c_TipoRelacion'), UUID: uuid })),
      element('Emisor', {
        RfcE: rfc,
        NomDenRazSocE: freeText(1, 254),
        RegimenFiscalE: key('c_RegimenFiscal'),
      }),
      oneOfChildren(
        element(
          'Receptor',
          { NacionalidadR: one('Nacional', 'Extranjero') },
          optionalChild(
            element('Nacional', {
              RfcR: rfc,
              NomDenRazSocR: freeText(1, 254),
              CurpR: optional(curp),
              DomicilioFiscalR: pattern(/^\d{5}$/u),
            }),
          ),
          optionalChild(
            element('Extranjero', {
              NumRegIdTribR: optional(freeText(1, 20)),
              NomDenRazSocR: freeText(1, 300),
            }),
          ),
        ),
        'Nacional',
        'Extranjero',
      ),
      element('Periodo', {
        MesIni: key('c_Periodo'),
        MesFin: key('c_Periodo'),
        Ejercicio: key('c_Ejercicio'),
      }),
      element(
        'Totales',
        {
          MontoTotOperacion: importeMxn,
          MontoTotGrav: importeMxn,
          MontoTotExent: importeMxn,
          MontoTotRet: importeMxn,
          UtilidadBimestral: optional(importeMxn),
          ISRCorrespondiente: optional(importeMxn),
        },
        anyNumberOf(
          element('ImpRetenidos', {
            BaseRet: optional(importeMxn),
            ImpuestoRet: optional(key('c_Impuesto')),
            MontoRet: importeMxn,
            TipoPagoRet: key('c_TipoPagoRet'),
          }),
        ),
      ),
      optionalChild(openElement(element('Complemento', {}))),
      optionalChild(openElement(element('Addenda', {}))),
    ),
    'Version NoCertificado FolioInt? FechaExp LugarExpRetenc CveRetenc DescRetenc? >CfdiRetenRelacionados >Emisor >Receptor >Periodo >Totales >Complemento',
  ),
};
