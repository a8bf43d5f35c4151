import type { XmlNode } from '#cfdi';
import { parseDecimal } from '#kernel';
import { exact, micros, percent } from '../format.js';
import { dropEmpty, part, tableOf, type Part } from '../parts.js';
import { readElement, type Element, type Reader } from './element.js';
import { genericPart } from './generic.js';
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
            details: (one) => [serviceDetails(one)],
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

/** The tax authority's names of these keys are in a workbook that may not be loaded: a key alone says what it is a key of. */
function serviceText(service: Element): string {
  const [type, subtype] = [service.text('TipoDeServ'), service.text('SubTipServ')];
  return [type && `Tipo ${type}`, subtype && `subtipo ${subtype}`].filter(Boolean).join(', ');
}

/** What a service says beside the amounts that have a column of their own, on one line. */
function serviceDetails(service: Element): string {
  const third = service.text('RFCTerceroAutorizado');
  const tax = service.child('ImpuestosTrasladadosdelServicio');
  const contribution = service.child('ContribucionGubernamental');
  const commission = service.child('ComisionDelServicio');
  return [
    third && `RFC del tercero: ${third}`,
    tax && `${tax.text('Impuesto') ?? 'Impuesto'} ${shareOf(tax, 'TasaCuota')}`,
    contribution && `Contribución en ${contribution.text('EntidadDondePagaLaContribucion') ?? ''}`,
    commission && `Comisión ${shareOf(commission, 'Porcentaje')}`,
  ]
    .filter(Boolean)
    .map((text) => String(text).trim())
    .join('; ');
}

/** "16% de 1,000.00", as far as the element says it. */
function shareOf(element: Element, rate: string): string {
  const [share, base] = [element.raw(rate), element.raw('Base')].map((text) =>
    text === undefined || parseDecimal(text) === undefined ? undefined : text,
  );
  return [share && percent(share), base && `de ${exact(micros(base), 2)}`].filter(Boolean).join(' ');
}
