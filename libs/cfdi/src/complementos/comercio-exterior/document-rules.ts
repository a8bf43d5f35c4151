import {
  clavesPedimento,
  foreignTaxIdMatches,
  incoterms,
  TERCEROS_MOTIVO,
  motivosTraslado,
  paises,
} from '#sat';
import { placeOf } from '../../rules/rule.js';
import { cceRule, type CceRule } from './rule.js';
import { childOf, childrenOf, numberOf, hasAttribute, valueOf, type Exportacion } from './subject.js';

/** Rules of the complement toward the document, and of its own attributes but amounts. */

const isUnionEuropea = (pais: string): boolean => paises.find(pais)?.agrupacion === 'Unión Europea';

/** The countries that the goods go to: the receiver's and the recipients'. */
const destinosOf = ({ cce, root }: Exportacion): readonly string[] => [
  valueOf(childOf(childOf(cce, 'Receptor'), 'Domicilio'), 'Pais') ||
    valueOf(childOf(root, 'Receptor'), 'ResidenciaFiscal'),
  ...childrenOf(cce, 'Destinatario').flatMap((one) =>
    childrenOf(one, 'Domicilio').map((casa) => valueOf(casa, 'Pais')),
  ),
];

const isForTerceros = ({ tipo, motivo }: Exportacion): boolean => tipo === 'T' && motivo === TERCEROS_MOTIVO;

export const documentRules: readonly CceRule[] = [
  cceRule(
    'Comprobante-TipoDeComprobante',
    'Comercio Exterior solo puede ir en comprobantes de tipo I, E o T.',
    'Comercio Exterior may be in documents of type I, E or T only.',
    ({ root, tipo }) => !['I', 'E', 'T'].includes(tipo) && placeOf(root, 'TipoDeComprobante'),
  ),
  cceRule(
    'Comprobante-Exportacion',
    'Con Comercio Exterior, Exportacion debe ser 02.',
    'With Comercio Exterior, Exportacion must be 02.',
    ({ root }) => valueOf(root, 'Exportacion') !== '02' && placeOf(root, 'Exportacion'),
  ),
  cceRule(
    'ComercioExterior-Unico',
    'Comercio Exterior puede ir una sola vez.',
    'Comercio Exterior may be there only once.',
    ({ cce, root }) => {
      const all = childrenOf(root, 'Complemento').flatMap((group) => group.children);
      return all.find(({ namespace }) => namespace === cce.namespace) !== cce && placeOf(cce);
    },
  ),
  cceRule(
    'ComercioExterior-ClaveDePedimento',
    'La clave de pedimento no está vigente en c_ClavePedimento.',
    'The key of the pedimento is not in force in c_ClavePedimento.',
    ({ cce, fecha }) =>
      !clavesPedimento.has(valueOf(cce, 'ClaveDePedimento'), fecha) && placeOf(cce, 'ClaveDePedimento'),
  ),
  cceRule(
    'ComercioExterior-Incoterm',
    'El Incoterm no está vigente en c_INCOTERM.',
    'The Incoterm is not in force in c_INCOTERM.',
    ({ cce, fecha }) =>
      hasAttribute(cce, 'Incoterm') &&
      !incoterms.has(valueOf(cce, 'Incoterm'), fecha) &&
      placeOf(cce, 'Incoterm'),
  ),
  cceRule(
    'ComercioExterior-NumCertificadoOrigen',
    'El folio del certificado de origen solo debe registrarse cuando CertificadoOrigen es 1.',
    'Give the number of the certificate of origin only when CertificadoOrigen is 1.',
    ({ cce }) =>
      hasAttribute(cce, 'NumCertificadoOrigen') &&
      valueOf(cce, 'CertificadoOrigen') === '0' &&
      placeOf(cce, 'NumCertificadoOrigen'),
  ),
  cceRule(
    'ComercioExterior-NumeroExportadorConfiable',
    'El número de exportador confiable solo debe registrarse para mercancías con destino a la Unión Europea.',
    'Give the number of reliable exporter only for goods that go to the European Union.',
    (exportacion) =>
      hasAttribute(exportacion.cce, 'NumeroExportadorConfiable') &&
      !destinosOf(exportacion).some(isUnionEuropea) &&
      placeOf(exportacion.cce, 'NumeroExportadorConfiable'),
  ),
  cceRule(
    'ComercioExterior-TipoCambioUSD',
    'El tipo de cambio del dólar debe ser mayor que cero.',
    'The exchange rate of the dollar must be above zero.',
    ({ cce }) => numberOf(cce, 'TipoCambioUSD') <= 0n && placeOf(cce, 'TipoCambioUSD'),
  ),
  cceRule(
    'ComercioExterior-MotivoTraslado',
    'El motivo de traslado no está vigente en c_MotivoTraslado.',
    'The motive of the transfer is not in force in c_MotivoTraslado.',
    ({ cce, motivo, fecha }) =>
      hasAttribute(cce, 'MotivoTraslado') &&
      !motivosTraslado.has(motivo, fecha) &&
      placeOf(cce, 'MotivoTraslado'),
  ),
  cceRule(
    'ComercioExterior-MotivoTraslado-Requerido',
    'En los comprobantes de traslado debe registrarse MotivoTraslado.',
    'Documents of type T must have a MotivoTraslado.',
    ({ cce, tipo }) => tipo === 'T' && !hasAttribute(cce, 'MotivoTraslado') && placeOf(cce, 'MotivoTraslado'),
  ),
  cceRule(
    'ComercioExterior-MotivoTraslado-Sobra',
    'MotivoTraslado es de comprobantes de traslado, sin enajenación.',
    'MotivoTraslado is of documents of type T, without a sale.',
    ({ cce, tipo }) => tipo !== 'T' && hasAttribute(cce, 'MotivoTraslado') && placeOf(cce, 'MotivoTraslado'),
  ),
  cceRule(
    'CfdiRelacionados',
    'Con el motivo 01 debe relacionarse la factura anterior, con la relación 05.',
    'With motive 01 the document must relate the earlier invoice, with relation 05.',
    ({ root, tipo, motivo }) => {
      const facturas = childrenOf(root, 'CfdiRelacionados').filter(
        (node) => valueOf(node, 'TipoRelacion') === '05',
      );
      return tipo === 'T' && motivo === '01' && facturas.length === 0 && placeOf(root, 'CfdiRelacionados');
    },
  ),
  cceRule(
    'Propietario-Requerido',
    'Con el motivo 05 deben registrarse los propietarios de la mercancía.',
    'With motive 05 the owners of the goods are required.',
    (exportacion) =>
      isForTerceros(exportacion) &&
      childrenOf(exportacion.cce, 'Propietario').length === 0 &&
      placeOf(exportacion.cce, 'Propietario'),
  ),
  cceRule(
    'Propietario-Sobra',
    'Los propietarios solo deben registrarse en traslados con el motivo 05.',
    'Owners are allowed only in documents of type T with motive 05.',
    (exportacion) => {
      const propietario = childOf(exportacion.cce, 'Propietario');
      return propietario && !isForTerceros(exportacion) && placeOf(propietario);
    },
  ),
  cceRule(
    'Propietario-ResidenciaFiscal',
    'La residencia fiscal del propietario no está en c_Pais.',
    'The tax residence of the owner is not in c_Pais.',
    ({ cce }) => {
      const badField = childrenOf(cce, 'Propietario').find(
        (node) => !paises.has(valueOf(node, 'ResidenciaFiscal')),
      );
      return badField && placeOf(badField, 'ResidenciaFiscal');
    },
  ),
  cceRule(
    'Propietario-NumRegIdTrib',
    'El registro fiscal del propietario no tiene el formato de su país.',
    'The tax number of the owner does not have the format of its country.',
    ({ cce }) => {
      const badField = childrenOf(cce, 'Propietario').find(
        (node) => !foreignTaxIdMatches(valueOf(node, 'ResidenciaFiscal'), valueOf(node, 'NumRegIdTrib')),
      );
      return badField && placeOf(badField, 'NumRegIdTrib');
    },
  ),
];
