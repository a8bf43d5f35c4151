import type { XmlNode } from '#cfdi';
import { dropEmpty, part, tableOf, type Part } from '../parts.js';
import { asText, readElement, type Element, type Reader } from './element.js';
import { allRows, genericPart } from './generic.js';
import { nameOf } from './names.js';

const PLATFORMS = 'ServiciosPlataformasTecnologicas';
const SERVICES = 'Servicios';
const SERVICE = 'DetallesDelServicio';

/** Every complement of a retention, as parts to print below its taxes. */
export const retentionComplementParts = (nodes: readonly XmlNode[], reader: Reader): Part[] =>
  nodes.map((node) => {
    const element = readElement(node, reader);
    return withPlainAnswers(
      node.name === PLATFORMS ? platformsPart(element) : genericPart(element, undefined, true),
    );
  });

/** SI and NO, as the standards of retentions write them, in small letters. */
const ANSWERS: Readonly<Record<string, string>> = { SI: 'Sí', NO: 'No' };

const withPlainAnswers = (given: Part): Part => ({
  ...given,
  facts: given.facts.map((fact) => ({ ...fact, value: ANSWERS[fact.value] ?? fact.value })),
  parts: given.parts.map(withPlainAnswers),
});

/** Services of a platform: there may be thousands, so each is one row with its taxes and its commission. */
function platformsPart(element: Element): Part {
  const services = element.child(SERVICES)?.children(SERVICE) ?? [];
  const amountOf = (name: string, attribute: string) => (service: Element) =>
    service.child(name)?.text(attribute);
  return part({
    ...{ title: nameOf(element.name), main: true, facts: element.rows() },
    parts: dropEmpty([
      part({
        title: nameOf(SERVICES),
        table: tableOf(services, [
          { label: 'Fecha', width: 19, value: (one) => one.text('FechaServ') },
          {
            ...{ label: 'Servicio', value: serviceText },
            details: (one) => [
              ...named('RFC del tercero autorizado', one.text('RFCTerceroAutorizado')),
              ...detailsOf(one, 'ImpuestosTrasladadosdelServicio', 'Importe'),
              ...detailsOf(one, 'ContribucionGubernamental', 'ImpContrib'),
              ...detailsOf(one, 'ComisionDelServicio', 'Importe'),
            ],
          },
          { label: 'Forma de pago', width: 20, value: (one) => one.text('FormaPagoServ') },
          { label: 'Precio sin IVA', numeric: true, value: (one) => one.text('PrecioServSinIVA') },
          {
            ...{ label: 'Impuesto', numeric: true },
            value: amountOf('ImpuestosTrasladadosdelServicio', 'Importe'),
          },
          {
            ...{ label: 'Contribución', numeric: true },
            value: amountOf('ContribucionGubernamental', 'ImpContrib'),
          },
          { label: 'Comisión', numeric: true, value: amountOf('ComisionDelServicio', 'Importe') },
        ]),
      }),
    ]),
  });
}

const serviceText = (service: Element): string =>
  [service.text('TipoDeServ'), service.text('SubTipServ')].filter(Boolean).join(' / ');

const named = (label: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${label}: ${value}`];

/** What an element of a service says beside the amount that has a column of its own. */
function detailsOf(service: Element, name: string, amount: string): string[] {
  const child = service.child(name);
  if (!child) return [];
  const rows = allRows(child).filter(({ label }) => label !== nameOf(amount));
  return rows.length === 0 ? [] : [`${nameOf(name)}: ${asText(rows).join('; ')}`];
}
