import { findStandard, type XmlNode } from '#cfdi';
import { parseDecimal } from '#kernel';
import { dateTime, exact } from '../format.js';
import type { CatalogueName, PdfOptions } from '../model.js';
import type { Row } from '../rows.js';
import { nameOf } from './names.js';

type Estandar = NonNullable<ReturnType<typeof findStandard>>;
type ElementoForma = Estandar['root'];
type Tipo = NonNullable<ReturnType<ElementoForma['attributes']['get']>>['type'];

/** What values are read with: catalogues' labels, with their keys where the options say so. */
export interface Reader {
  readonly options: PdfOptions;
  /** "01 - Autotransporte Federal"; the key alone where it has no label. `of` is what a place is in. */
  readonly label: (catalogue: CatalogueName, key: string | undefined, of?: string) => string | undefined;
  /** The same of the parts of an address, whose keys are shown by an option of their own. */
  readonly place: (catalogue: CatalogueName, key: string | undefined, of?: string) => string | undefined;
}

/** An element of a complement, its attributes as a reader takes them. */
export interface Element {
  readonly name: string;
  /** An attribute as it is written. */
  readonly raw: (name: string) => string | undefined;
  /** An attribute as it is printed: keys with their labels, dates and numbers in the document's form. */
  readonly text: (name: string) => string | undefined;
  readonly children: (name: string) => readonly Element[];
  readonly child: (name: string) => Element | undefined;
  /** All elements in it. */
  readonly inside: readonly Element[];
  /** A row of each attribute but those named, and its own text. */
  readonly rows: (...but: readonly string[]) => Row[];
}

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/;
const MONEY =
  /importe|mont|total|valor|saldo|precio|sueldo|salario|prima|ingreso|costo|cuota|subsidio|remanente|iva|isr|ganancia|perdida|rendim|deducc|pagprov|partprop|contrib/i;
/** Decimals beyond those of amounts (an equivalence has ten) are shown as they are. */
const AMOUNT_DECIMALS = 6;

function valueText(tipo: Tipo | undefined, name: string, raw: string, reader: Reader): string {
  if (tipo?.catalogue !== undefined) return reader.label(tipo.catalogue, raw) ?? raw;
  // Whole numbers are counts, years and folios, which have no thousands separators.
  if (tipo?.decimals && tipo.decimals <= AMOUNT_DECIMALS) {
    const value = parseDecimal(raw);
    return value === undefined ? raw : exact(value, MONEY.test(name) ? 2 : 0);
  }
  return DATE.test(raw) ? dateTime(raw, 'UTC') : raw;
}

/** Attributes that say nothing about what happened. */
const isTechnical = (name: string): boolean =>
  /^version$/i.test(name) || name.startsWith('xmlns') || name.startsWith('xsi:') || name.startsWith('xml:');

function elementOf(nodo: XmlNode, forma: ElementoForma | undefined, reader: Reader): Element {
  const raw = (name: string) => nodo.attributes[name] || undefined;
  const text = (name: string) => {
    const value = raw(name);
    return value === undefined
      ? undefined
      : valueText(forma?.attributes.get(name)?.type, name, value, reader);
  };
  const formas = new Map(forma?.children.map(({ element }) => [element.name, element]));
  const inside = nodo.children.map((hijo) => elementOf(hijo, formas.get(hijo.name), reader));
  const children = (name: string) => inside.filter((one) => one.name === name);
  return {
    name: nodo.name,
    ...{ raw, text, children, inside },
    child: (name) => children(name)[0],
    rows: (...but) => {
      const own = nodo.text?.trim();
      return [
        ...Object.keys(nodo.attributes)
          .filter((name) => !isTechnical(name) && !but.includes(name))
          .map((name) => ({ label: nameOf(name), value: text(name) ?? '' })),
        ...(own ? [{ label: nameOf(nodo.name), value: valueText(forma?.text, nodo.name, own, reader) }] : []),
      ].filter(({ value }) => value !== '');
    },
  };
}

/** A complement's element, read by the table of its standard where there is one. */
export function readElement(nodo: XmlNode, reader: Reader): Element {
  const estandar =
    findStandard(nodo, 'comprobante') ?? findStandard(nodo, 'concepto') ?? findStandard(nodo, 'retenciones');
  return elementOf(nodo, estandar?.root, reader);
}

/** "Label: value" of each row. */
export const asText = (rows: readonly Row[]): string[] =>
  rows.map(({ label, value }) => `${label}: ${value}`);

/** Rows of the named attributes, under the given labels; missing attributes are left out. */
export const factsOf = (element: Element | undefined, names: Readonly<Record<string, string>>): Row[] =>
  Object.entries(names).flatMap(([name, label]) => {
    const value = element?.text(name);
    return value === undefined ? [] : [{ label, value }];
  });
