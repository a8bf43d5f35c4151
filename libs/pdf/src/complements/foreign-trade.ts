import { dropEmpty, part, tableOf, type Part } from '../parts.js';
import type { Row } from '../rows.js';
import { addressText } from './address.js';
import { asText, factsOf, type Element, type Reader } from './element.js';

/** Comercio Exterior 2.0: the operation, who takes part, and the goods as customs know them. */
export function foreignTradePart(comercio: Element, reader: Reader): Part {
  const origin = comercio.raw('CertificadoOrigen');
  return part({
    title: `Comercio exterior ${comercio.raw('Version') ?? ''}`.trim(),
    main: true,
    facts: [
      ...factsOf(comercio, {
        MotivoTraslado: 'Motivo del traslado',
        ClaveDePedimento: 'Clave de pedimento',
        Incoterm: 'Incoterm',
      }),
      ...(origin === undefined
        ? []
        : [{ label: 'Certificado de origen', value: origin === '1' ? 'Funge como certificado' : 'No' }]),
      ...factsOf(comercio, {
        NumCertificadoOrigen: 'Núm. de certificado de origen',
        NumeroExportadorConfiable: 'Núm. de exportador confiable',
        TipoCambioUSD: 'Tipo de cambio USD',
        TotalUSD: 'Total USD',
        Observaciones: 'Observaciones',
      }),
    ],
    parts: dropEmpty([
      part({
        side: true,
        parts: dropEmpty([
          ...comercio.children('Emisor').map((one) => party('Emisor', one, reader)),
          ...comercio.children('Receptor').map((one) => party('Receptor', one, reader)),
          ...comercio.children('Propietario').map((one) => party('Propietario', one, reader)),
          ...comercio.children('Destinatario').map((one) => party('Destinatario', one, reader)),
        ]),
      }),
      goods(comercio),
    ]),
  });
}

function party(title: string, one: Element, reader: Reader): Part {
  const addresses: Row[] = one
    .children('Domicilio')
    .map((domicilio) => ({ label: 'Domicilio', value: addressText(domicilio, reader) }));
  return part({
    title,
    facts: [
      ...factsOf(one, {
        Nombre: 'Nombre',
        Curp: 'CURP',
        NumRegIdTrib: 'Núm. de registro tributario',
        ResidenciaFiscal: 'Residencia fiscal',
      }),
      ...addresses,
    ],
  });
}

const goods = (comercio: Element): Part =>
  part({
    title: 'Mercancías',
    table: tableOf(comercio.child('Mercancias')?.children('Mercancia') ?? [], [
      {
        label: 'No. de identificación',
        strong: true,
        total: 'Total',
        value: (m) => m.raw('NoIdentificacion'),
        details: (m) => m.children('DescripcionesEspecificas').map((one) => asText(one.rows()).join(', ')),
      },
      { label: 'Fracción arancelaria', width: 38, value: (m) => m.text('FraccionArancelaria') },
      { label: 'Cantidad', numeric: true, value: (m) => m.text('CantidadAduana') },
      { label: 'Unidad', width: 22, value: (m) => m.text('UnidadAduana') },
      { label: 'V. unitario', numeric: true, value: (m) => m.text('ValorUnitarioAduana') },
      {
        label: 'Valor USD',
        numeric: true,
        strong: true,
        value: (m) => m.text('ValorDolares'),
        total: comercio.text('TotalUSD'),
      },
    ]),
  });
