import { withCadena, element, optional, type Standard } from '../../schema.js';
import { fechaH, fixedType, pattern, rfcMoral, freeText, uuid } from '../../types.js';

export const timbre11: Standard = {
  prefix: 'tfd',
  namespace: 'http://www.sat.gob.mx/TimbreFiscalDigital',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd',
  root: withCadena(
    element('TimbreFiscalDigital', {
      Version: fixedType('1.1'),
      UUID: uuid,
      FechaTimbrado: fechaH,
      RfcProvCertif: rfcMoral,
      Leyenda: optional(
        pattern(
          /^(?:([A-Z]|[a-z]|\d| |Ñ|ñ|!|"|%|&|'|´|-|:|;|>|=|<|@|_|,|\{|\}|`|~|á|é|í|ó|ú|Á|É|Í|Ó|Ú|ü|Ü){1,150})$/u,
        ),
      ),
      SelloCFD: freeText(),
      NoCertificadoSAT: pattern(/^\d{20}$/u),
      SelloSAT: freeText(),
    }),
    'Version UUID FechaTimbrado RfcProvCertif Leyenda? SelloCFD NoCertificadoSAT',
  ),
};
