import {
  alternativas,
  algunos,
  conCadena,
  elemento,
  libre,
  opc,
  talVez,
  type Estandar,
} from '../../forma.js';
import {
  base64,
  clave,
  curp,
  fechaH,
  fijo,
  forma,
  importeMxn,
  rfc,
  textoLibre,
  uno,
  uuid,
} from '../../tipos.js';

export const retenciones20: Estandar = {
  prefijo: 'retenciones',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/2',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/2/retencionpagov2.xsd',
  raiz: conCadena(
    elemento(
      'Retenciones',
      {
        Version: fijo('2.0'),
        FolioInt: opc(forma(/^[0-9a-zA-Z]{1,20}$/u)),
        Sello: base64,
        NoCertificado: forma(/^\d{20}$/u),
        Certificado: base64,
        FechaExp: fechaH,
        LugarExpRetenc: clave('c_CodigoPostal'),
        CveRetenc: clave('c_CveRetenc'),
        DescRetenc: opc(textoLibre(1, 100)),
      },
      talVez(elemento('CfdiRetenRelacionados', { TipoRelacion: clave('c_TipoRelacion'), UUID: uuid })),
      elemento('Emisor', {
        RfcE: rfc,
        NomDenRazSocE: textoLibre(1, 254),
        RegimenFiscalE: clave('c_RegimenFiscal'),
      }),
      alternativas(
        elemento(
          'Receptor',
          { NacionalidadR: uno('Nacional', 'Extranjero') },
          talVez(
            elemento('Nacional', {
              RfcR: rfc,
              NomDenRazSocR: textoLibre(1, 254),
              CurpR: opc(curp),
              DomicilioFiscalR: forma(/^\d{5}$/u),
            }),
          ),
          talVez(
            elemento('Extranjero', {
              NumRegIdTribR: opc(textoLibre(1, 20)),
              NomDenRazSocR: textoLibre(1, 300),
            }),
          ),
        ),
        'Nacional',
        'Extranjero',
      ),
      elemento('Periodo', {
        MesIni: clave('c_Periodo'),
        MesFin: clave('c_Periodo'),
        Ejercicio: clave('c_Ejercicio'),
      }),
      elemento(
        'Totales',
        {
          MontoTotOperacion: importeMxn,
          MontoTotGrav: importeMxn,
          MontoTotExent: importeMxn,
          MontoTotRet: importeMxn,
          UtilidadBimestral: opc(importeMxn),
          ISRCorrespondiente: opc(importeMxn),
        },
        algunos(
          elemento('ImpRetenidos', {
            BaseRet: opc(importeMxn),
            ImpuestoRet: opc(clave('c_Impuesto')),
            MontoRet: importeMxn,
            TipoPagoRet: clave('c_TipoPagoRet'),
          }),
        ),
      ),
      talVez(libre(elemento('Complemento', {}))),
      talVez(libre(elemento('Addenda', {}))),
    ),
    'Version NoCertificado FolioInt? FechaExp LugarExpRetenc CveRetenc DescRetenc? >CfdiRetenRelacionados >Emisor >Receptor >Periodo >Totales >Complemento',
  ),
};
