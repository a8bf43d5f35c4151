import {
  clavesPedimento,
  foreignTaxIdMatches,
  incoterms,
  MOTIVO_DE_TERCEROS,
  motivosTraslado,
  paises,
} from '#sat';
import { lugar } from '../../reglas/regla.js';
import { reglaCce, type ReglaCce } from './regla.js';
import { hijo, hijos, numero, tiene, valor, type Exportacion } from './sujeto.js';

/** Rules of the complement toward the document, and of its own attributes but amounts. */

const esUnionEuropea = (pais: string): boolean => paises.find(pais)?.agrupacion === 'Unión Europea';

/** The countries that the goods go to: the receiver's and the recipients'. */
const destinos = ({ cce, raiz }: Exportacion): readonly string[] => [
  valor(hijo(hijo(cce, 'Receptor'), 'Domicilio'), 'Pais') ||
    valor(hijo(raiz, 'Receptor'), 'ResidenciaFiscal'),
  ...hijos(cce, 'Destinatario').flatMap((uno) => hijos(uno, 'Domicilio').map((casa) => valor(casa, 'Pais'))),
];

const esDeTerceros = ({ tipo, motivo }: Exportacion): boolean =>
  tipo === 'T' && motivo === MOTIVO_DE_TERCEROS;

export const reglasDocumento: readonly ReglaCce[] = [
  reglaCce(
    'Comprobante-TipoDeComprobante',
    'Comercio Exterior solo puede ir en comprobantes de tipo I, E o T.',
    'Comercio Exterior may be in documents of type I, E or T only.',
    ({ raiz, tipo }) => !['I', 'E', 'T'].includes(tipo) && lugar(raiz, 'TipoDeComprobante'),
  ),
  reglaCce(
    'Comprobante-Exportacion',
    'Con Comercio Exterior, Exportacion debe ser 02.',
    'With Comercio Exterior, Exportacion must be 02.',
    ({ raiz }) => valor(raiz, 'Exportacion') !== '02' && lugar(raiz, 'Exportacion'),
  ),
  reglaCce(
    'ComercioExterior-Unico',
    'Comercio Exterior puede ir una sola vez.',
    'Comercio Exterior may be there only once.',
    ({ cce, raiz }) => {
      const todos = hijos(raiz, 'Complemento').flatMap((grupo) => grupo.hijos);
      return todos.find(({ espacio }) => espacio === cce.espacio) !== cce && lugar(cce);
    },
  ),
  reglaCce(
    'ComercioExterior-ClaveDePedimento',
    'La clave de pedimento no está vigente en c_ClavePedimento.',
    'The key of the pedimento is not in force in c_ClavePedimento.',
    ({ cce, fecha }) =>
      !clavesPedimento.has(valor(cce, 'ClaveDePedimento'), fecha) && lugar(cce, 'ClaveDePedimento'),
  ),
  reglaCce(
    'ComercioExterior-Incoterm',
    'El Incoterm no está vigente en c_INCOTERM.',
    'The Incoterm is not in force in c_INCOTERM.',
    ({ cce, fecha }) =>
      tiene(cce, 'Incoterm') && !incoterms.has(valor(cce, 'Incoterm'), fecha) && lugar(cce, 'Incoterm'),
  ),
  reglaCce(
    'ComercioExterior-NumCertificadoOrigen',
    'El folio del certificado de origen solo se indica cuando CertificadoOrigen es 1.',
    'The number of the certificate of origin is given only when CertificadoOrigen is 1.',
    ({ cce }) =>
      tiene(cce, 'NumCertificadoOrigen') &&
      valor(cce, 'CertificadoOrigen') === '0' &&
      lugar(cce, 'NumCertificadoOrigen'),
  ),
  reglaCce(
    'ComercioExterior-NumeroExportadorConfiable',
    'El número de exportador confiable es para mercancías que van a la Unión Europea.',
    'The number of reliable exporter is for goods that go to the European Union.',
    (exportacion) =>
      tiene(exportacion.cce, 'NumeroExportadorConfiable') &&
      !destinos(exportacion).some(esUnionEuropea) &&
      lugar(exportacion.cce, 'NumeroExportadorConfiable'),
  ),
  reglaCce(
    'ComercioExterior-TipoCambioUSD',
    'El tipo de cambio del dólar debe ser mayor que cero.',
    'The exchange rate of the dollar must be above zero.',
    ({ cce }) => numero(cce, 'TipoCambioUSD') <= 0n && lugar(cce, 'TipoCambioUSD'),
  ),
  reglaCce(
    'ComercioExterior-MotivoTraslado',
    'El motivo de traslado no está vigente en c_MotivoTraslado.',
    'The motive of the transfer is not in force in c_MotivoTraslado.',
    ({ cce, motivo, fecha }) =>
      tiene(cce, 'MotivoTraslado') && !motivosTraslado.has(motivo, fecha) && lugar(cce, 'MotivoTraslado'),
  ),
  reglaCce(
    'ComercioExterior-MotivoTraslado-Requerido',
    'Los comprobantes de traslado llevan MotivoTraslado.',
    'Documents of type T have a MotivoTraslado.',
    ({ cce, tipo }) => tipo === 'T' && !tiene(cce, 'MotivoTraslado') && lugar(cce, 'MotivoTraslado'),
  ),
  reglaCce(
    'ComercioExterior-MotivoTraslado-Sobra',
    'MotivoTraslado es de comprobantes de traslado, sin enajenación.',
    'MotivoTraslado is of documents of type T, without a sale.',
    ({ cce, tipo }) => tipo !== 'T' && tiene(cce, 'MotivoTraslado') && lugar(cce, 'MotivoTraslado'),
  ),
  reglaCce(
    'CfdiRelacionados',
    'Con el motivo 01 se relaciona la factura anterior, con la relación 05.',
    'With motive 01 the earlier invoice is related, with relation 05.',
    ({ raiz, tipo, motivo }) => {
      const facturas = hijos(raiz, 'CfdiRelacionados').filter((nodo) => valor(nodo, 'TipoRelacion') === '05');
      return tipo === 'T' && motivo === '01' && facturas.length === 0 && lugar(raiz, 'CfdiRelacionados');
    },
  ),
  reglaCce(
    'Propietario-Requerido',
    'Con el motivo 05 se indican los propietarios de la mercancía.',
    'With motive 05 the owners of the goods are given.',
    (exportacion) =>
      esDeTerceros(exportacion) &&
      hijos(exportacion.cce, 'Propietario').length === 0 &&
      lugar(exportacion.cce, 'Propietario'),
  ),
  reglaCce(
    'Propietario-Sobra',
    'Los propietarios solo se indican en traslados con el motivo 05.',
    'Owners are given only in documents of type T with motive 05.',
    (exportacion) => {
      const propietario = hijo(exportacion.cce, 'Propietario');
      return propietario && !esDeTerceros(exportacion) && lugar(propietario);
    },
  ),
  reglaCce(
    'Propietario-ResidenciaFiscal',
    'La residencia fiscal del propietario no está en c_Pais.',
    'The tax residence of the owner is not in c_Pais.',
    ({ cce }) => {
      const malo = hijos(cce, 'Propietario').find((nodo) => !paises.has(valor(nodo, 'ResidenciaFiscal')));
      return malo && lugar(malo, 'ResidenciaFiscal');
    },
  ),
  reglaCce(
    'Propietario-NumRegIdTrib',
    'El registro fiscal del propietario no tiene la forma de su país.',
    'The tax number of the owner does not have the form of its country.',
    ({ cce }) => {
      const malo = hijos(cce, 'Propietario').find(
        (nodo) => !foreignTaxIdMatches(valor(nodo, 'ResidenciaFiscal'), valor(nodo, 'NumRegIdTrib')),
      );
      return malo && lugar(malo, 'NumRegIdTrib');
    },
  ),
];
