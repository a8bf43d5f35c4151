import { conCadena, elemento, opc, type Estandar } from '../../forma.js';
import { fechaH, fijo, forma, rfcMoral, textoLibre, uuid } from '../../tipos.js';

export const timbre11: Estandar = {
  prefijo: 'tfd',
  espacio: 'http://www.sat.gob.mx/TimbreFiscalDigital',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd',
  raiz: conCadena(
    elemento('TimbreFiscalDigital', {
      Version: fijo('1.1'),
      UUID: uuid,
      FechaTimbrado: fechaH,
      RfcProvCertif: rfcMoral,
      Leyenda: opc(
        forma(
          /^(?:([A-Z]|[a-z]|\d| |Ñ|ñ|!|"|%|&|'|´|-|:|;|>|=|<|@|_|,|\{|\}|`|~|á|é|í|ó|ú|Á|É|Í|Ó|Ú|ü|Ü){1,150})$/u,
        ),
      ),
      SelloCFD: textoLibre(),
      NoCertificadoSAT: forma(/^\d{20}$/u),
      SelloSAT: textoLibre(),
    }),
    'Version UUID FechaTimbrado RfcProvCertif Leyenda? SelloCFD NoCertificadoSAT',
  ),
};
