import { decimal, divRound, formatDecimal, pow10 } from '#kernel';
import { SERVICIO_WITH_IEPS } from '#sat';
import type { XmlNode } from '../parsed.js';
import type { ImpuestoRetenidoInput, RetencionInput } from '../retenciones/input.js';

/** Complements of technological platforms for specs, whose totals agree with their services and with their document. */

const write = (micros: bigint): string => formatDecimal(micros, { min: 2 });
const amountOf = ({ attributes }: XmlNode, name: string): bigint => decimal(attributes[name] ?? '0');
const sumOf = (nodes: readonly XmlNode[], name: string): bigint =>
  nodes.reduce((sum, node) => sum + amountOf(node, name), 0n);
const partsOf = (services: readonly XmlNode[], name: string): readonly XmlNode[] =>
  services.flatMap(({ children }) => children.filter((child) => child.name === name));

function withTax(service: XmlNode): XmlNode {
  const children = service.children.map((child) => {
    if (child.name !== 'ImpuestosTrasladadosdelServicio') return child;
    const Importe = write(divRound(amountOf(child, 'Base') * amountOf(child, 'TasaCuota'), pow10(6)));
    return { ...child, attributes: { ...child.attributes, Importe } };
  });
  return { ...service, children };
}

/** The totals that follow from the services; nothing is withheld yet. */
export function withTotalsOfServices(platform: XmlNode): XmlNode {
  const group = platform.children[0] as XmlNode;
  const services = group.children.map(withTax);
  const taxes = partsOf(services, 'ImpuestosTrasladadosdelServicio').filter(
    ({ attributes }) => attributes['Impuesto'] === '02',
  );
  const contributions = partsOf(services, 'ContribucionGubernamental');
  const { MonTotalContribucionGubernamental: _before, ...attributes } = platform.attributes;
  const IVA = write(sumOf(taxes, 'Importe'));
  return {
    ...platform,
    attributes: {
      ...attributes,
      NumServ: String(services.length),
      MonTotServSIVA: write(sumOf(services, 'PrecioServSinIVA')),
      ...{ TotalIVATrasladado: IVA, TotalIVARetenido: '0.00', TotalISRRetenido: '0.00' },
      DifIVAEntregadoPrestServ: IVA,
      MonTotalporUsoPlataforma: write(sumOf(partsOf(services, 'ComisionDelServicio'), 'Importe')),
      ...(contributions.length > 0 && {
        MonTotalContribucionGubernamental: write(sumOf(contributions, 'ImpContrib')),
      }),
    },
    children: [{ ...group, children: services }],
  };
}

/** Half of the base of IVA, without what is below a cent. */
const halfOf = (base: string): string => write((decimal(base) / 20_000n) * 10_000n);

/** A row of each tax; of IVA, half of its base. */
function rowsOf(rows: readonly ImpuestoRetenidoInput[]): ImpuestoRetenidoInput[] {
  const taxes = rows.map(({ tipoPagoRet }) => (tipoPagoRet === '04' ? '03' : tipoPagoRet));
  return rows
    .filter((_row, i) => taxes.indexOf(taxes[i] as string) === i)
    .map((row) =>
      row.tipoPagoRet === '01' && row.baseRet !== undefined ? { ...row, montoRet: halfOf(row.baseRet) } : row,
    );
}

const withheld = (rows: readonly ImpuestoRetenidoInput[], ...kinds: readonly string[]): bigint =>
  rows
    .filter(({ tipoPagoRet }) => kinds.includes(tipoPagoRet))
    .reduce((sum, { montoRet }) => sum + decimal(montoRet), 0n);

/** A document and its complement that say the same; of another complement than that of platforms, both as they are. */
export function agreeWithPlatform(
  input: RetencionInput,
  node: XmlNode,
): { readonly input: RetencionInput; readonly node: XmlNode } {
  if (node.name !== 'ServiciosPlataformasTecnologicas') return { input, node };
  const impRetenidos = rowsOf(input.totales.impRetenidos);
  const { montoTotGrav: _taxed, montoTotRet: _withheld, ...totales } = input.totales;
  const [iva, isr] = [withheld(impRetenidos, '01'), withheld(impRetenidos, '03', '04')];
  const left = amountOf(node, 'TotalIVATrasladado') - iva;
  const withholdsIeps = impRetenidos.some(({ tipoPagoRet }) => tipoPagoRet === '02');
  const [group] = node.children as [XmlNode];
  const services = group.children.map((service) =>
    withholdsIeps
      ? { ...service, attributes: { ...service.attributes, TipoDeServ: SERVICIO_WITH_IEPS } }
      : service,
  );
  return {
    input: {
      ...input,
      totales: {
        ...totales,
        ...{
          montoTotOperacion: node.attributes['MonTotServSIVA'] as string,
          montoTotExent: '0',
          impRetenidos,
        },
      },
    },
    node: {
      ...node,
      attributes: {
        ...node.attributes,
        ...{ TotalIVARetenido: write(iva), TotalISRRetenido: write(isr) },
        DifIVAEntregadoPrestServ: write(left > 0n ? left : 0n),
      },
      children: [{ ...group, children: services }],
    },
  };
}
