import { divRound, MICROS_SCALE, parseDecimal, pow10 } from '#kernel';
import {
  IEPS,
  ISR,
  IVA,
  RFC_PUBLICO_GENERAL,
  SERVICIO_WITH_IEPS,
  tasasPlataforma,
  tiposPagoRetencion,
} from '#sat';
import type { XmlNode } from '../parsed.js';
import { placeOf, rule, type Place } from '../rules/rule.js';
import { collapse } from '../text.js';
import { attributeText, childOf, childrenOf } from './nodes.js';
import { complementosOf } from './structure.js';

/**
 * Rules of the complement of technological platforms. The numbers that its error matrix gives them have moved between
 * its revisions: only SPT117 is known of the one in force, the others have codes of ours.
 */

/** The key of c_CveRetenc that platforms withhold by. */
const PLATFORMS = '26';
/** c_TipoImpuesto of the services' own taxes. */
const IVA_OF_SERVICE = '02';
/** Amounts of six decimals stand beside some of two: what differs by less than a cent agrees. */
const CENT = 10_000n;

const agree = (one: bigint, other: bigint): boolean => (one > other ? one - other : other - one) < CENT;
const amountOf = (node: XmlNode, name: string): bigint =>
  parseDecimal(collapse(node.attributes[name] ?? '0')) ?? 0n;
const sumOf = (nodes: readonly XmlNode[], name: string): bigint =>
  nodes.reduce((sum, node) => sum + amountOf(node, name), 0n);

const platformOf = (root: XmlNode): XmlNode | undefined =>
  complementosOf(root).find(({ name }) => name === 'ServiciosPlataformasTecnologicas');
const servicesOf = (platform: XmlNode): readonly XmlNode[] => {
  const services = childOf(platform, 'Servicios');
  return services ? childrenOf(services, 'DetallesDelServicio') : [];
};
const partsOf = (platform: XmlNode, name: string): readonly XmlNode[] =>
  servicesOf(platform).flatMap((service) => childrenOf(service, name));

const totalesOf = (root: XmlNode): XmlNode => childOf(root, 'Totales') as XmlNode;
const rowsOf = (root: XmlNode): readonly XmlNode[] => childrenOf(totalesOf(root), 'ImpRetenidos');
/** The tax of a row: its own, or that of its kind of payment. */
const taxOf = (row: XmlNode): string | undefined =>
  row.attributes['ImpuestoRet'] ?? tiposPagoRetencion.find(attributeText(row, 'TipoPagoRet'))?.impuesto;
const withheld = (root: XmlNode, tax: string): bigint =>
  sumOf(
    rowsOf(root).filter((row) => taxOf(row) === tax),
    'MontoRet',
  );

/** A rule of documents that carry the complement; its code names the element and the attribute. */
const platformRule = (
  code: string,
  es: string,
  en: string,
  breaks: (platform: XmlNode, root: XmlNode) => Place | false | undefined,
) =>
  rule<XmlNode>(code, es, en, (root) => {
    const platform = platformOf(root);
    return platform && breaks(platform, root);
  });

/** A total of the complement that has to agree with what it adds up. */
const totalRule = (name: string, what: string, sum: (platform: XmlNode, root: XmlNode) => bigint) =>
  platformRule(
    `RET-ServiciosPlataformasTecnologicas-${name}`,
    `${name} debe ser la suma de ${what}.`,
    `${name} must be the sum of ${what}.`,
    (platform, root) => !agree(amountOf(platform, name), sum(platform, root)) && placeOf(platform, name),
  );

const taxAmount = (tax: XmlNode): bigint =>
  divRound(amountOf(tax, 'Base') * amountOf(tax, 'TasaCuota'), pow10(MICROS_SCALE));

/** Half, or all, of a base, without what is below a cent. */
const isHalfOrAll = (amount: bigint, base: bigint): boolean =>
  [base / 2n, base].some((part) => amount === (part / CENT) * CENT);

export const onPlataformas = [
  platformRule(
    'RET-CveRetenc-ServiciosPlataformasTecnologicas',
    `Con el complemento de plataformas tecnológicas la clave de retención debe ser ${PLATFORMS}.`,
    `With the complement of technological platforms the retention key must be ${PLATFORMS}.`,
    (_platform, root) => attributeText(root, 'CveRetenc') !== PLATFORMS && placeOf(root, 'CveRetenc'),
  ),
  platformRule(
    'RET-ImpRetenidos-ImpuestoRet-TipoDeServ',
    `Con el complemento de plataformas tecnológicas, el IEPS (${IEPS}) solo puede retenerse si hay un servicio con TipoDeServ ${SERVICIO_WITH_IEPS}.`,
    `With the complement of technological platforms, IEPS (${IEPS}) can be withheld only where a service has the TipoDeServ ${SERVICIO_WITH_IEPS}.`,
    (platform, root) => {
      const row = rowsOf(root).find(({ attributes }) => attributes['ImpuestoRet'] === IEPS);
      const hasService = servicesOf(platform).some(
        (service) => attributeText(service, 'TipoDeServ') === SERVICIO_WITH_IEPS,
      );
      return row && !hasService && placeOf(row, 'ImpuestoRet');
    },
  ),
  platformRule(
    'RET-Totales-MontoTotOperacion-MonTotServSIVA',
    'Con el complemento de plataformas tecnológicas MontoTotOperacion debe ser igual a MonTotServSIVA.',
    'With the complement of technological platforms MontoTotOperacion must be equal to MonTotServSIVA.',
    (platform, root) =>
      !agree(amountOf(totalesOf(root), 'MontoTotOperacion'), amountOf(platform, 'MonTotServSIVA')) &&
      placeOf(totalesOf(root), 'MontoTotOperacion'),
  ),
  platformRule(
    'RET-ImpRetenidos-ServiciosPlataformasTecnologicas',
    'Con el complemento de plataformas tecnológicas cada impuesto debe registrarse en un solo ImpRetenidos.',
    'With the complement of technological platforms give each tax in one ImpRetenidos only.',
    (_platform, root) => {
      const rows = rowsOf(root);
      const taxes = rows.map(taxOf);
      const repeated = rows.find((_row, i) => taxes.indexOf(taxes[i]) < i);
      return repeated && placeOf(repeated, 'ImpuestoRet');
    },
  ),
  platformRule(
    'SPT117',
    'Con el complemento de plataformas tecnológicas, el MontoRet del IVA debe ser el 50 % o el 100 % de BaseRet, truncado a centavos.',
    'With the complement of technological platforms, the MontoRet of IVA must be 50 % or 100 % of BaseRet, without fractions of a cent.',
    (_platform, root) => {
      const nacional = childOf(childOf(root, 'Receptor') as XmlNode, 'Nacional');
      if (!nacional || attributeText(nacional, 'RfcR') === RFC_PUBLICO_GENERAL) return false;
      const wrong = rowsOf(root).find(
        (row) =>
          row.attributes['BaseRet'] !== undefined &&
          taxOf(row) === IVA &&
          !isHalfOrAll(amountOf(row, 'MontoRet'), amountOf(row, 'BaseRet')),
      );
      return wrong && placeOf(wrong, 'MontoRet');
    },
  ),
  platformRule(
    'RET-ServiciosPlataformasTecnologicas-NumServ',
    'NumServ debe ser el número de nodos DetallesDelServicio.',
    'NumServ must be the number of DetallesDelServicio.',
    (platform) =>
      !agree(amountOf(platform, 'NumServ'), BigInt(servicesOf(platform).length) * pow10(MICROS_SCALE)) &&
      placeOf(platform, 'NumServ'),
  ),
  totalRule('MonTotServSIVA', 'PrecioServSinIVA', (platform) =>
    sumOf(servicesOf(platform), 'PrecioServSinIVA'),
  ),
  totalRule('TotalIVATrasladado', 'Importe (ImpuestosTrasladadosdelServicio, 02 IVA)', (platform) =>
    sumOf(
      partsOf(platform, 'ImpuestosTrasladadosdelServicio').filter(
        (tax) => attributeText(tax, 'Impuesto') === IVA_OF_SERVICE,
      ),
      'Importe',
    ),
  ),
  totalRule('TotalIVARetenido', `MontoRet (ImpRetenidos, ${IVA} IVA)`, (_platform, root) =>
    withheld(root, IVA),
  ),
  totalRule('TotalISRRetenido', `MontoRet (ImpRetenidos, ${ISR} ISR)`, (_platform, root) =>
    withheld(root, ISR),
  ),
  platformRule(
    'RET-ServiciosPlataformasTecnologicas-DifIVAEntregadoPrestServ',
    'DifIVAEntregadoPrestServ no puede ser mayor que TotalIVATrasladado menos TotalIVARetenido.',
    'DifIVAEntregadoPrestServ cannot be larger than TotalIVATrasladado less TotalIVARetenido.',
    (platform) => {
      const left = amountOf(platform, 'TotalIVATrasladado') - amountOf(platform, 'TotalIVARetenido');
      const given = amountOf(platform, 'DifIVAEntregadoPrestServ');
      return given - (left > 0n ? left : 0n) >= CENT && placeOf(platform, 'DifIVAEntregadoPrestServ');
    },
  ),
  totalRule('MonTotalporUsoPlataforma', 'Importe (ComisionDelServicio)', (platform) =>
    sumOf(partsOf(platform, 'ComisionDelServicio'), 'Importe'),
  ),
  totalRule('MonTotalContribucionGubernamental', 'ImpContrib (ContribucionGubernamental)', (platform) =>
    sumOf(partsOf(platform, 'ContribucionGubernamental'), 'ImpContrib'),
  ),
  platformRule(
    'RET-ImpuestosTrasladadosdelServicio-Importe',
    'El Importe del impuesto trasladado debe ser la Base por la TasaCuota.',
    'The Importe of the transferred tax must be the Base times the TasaCuota.',
    (platform) => {
      const wrong = partsOf(platform, 'ImpuestosTrasladadosdelServicio').find(
        (tax) =>
          // A rate that is not in the catalogue has its own code.
          tasasPlataforma.has(attributeText(tax, 'TasaCuota')) &&
          !agree(amountOf(tax, 'Importe'), taxAmount(tax)),
      );
      return wrong && placeOf(wrong, 'Importe');
    },
  ),
];
