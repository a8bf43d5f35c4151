import { AEREO, AUTOTRANSPORTE, FERROVIARIO, MARITIMO } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import type { RuleContext } from '../../../rules/rule.js';

/** A Carta Porte and its document, taken apart once for all rules. */
export interface View {
  readonly carta: XmlNode;
  readonly root: XmlNode;
  /** The lines of the document. */
  readonly conceptos: readonly XmlNode[];
  /** TipoDeComprobante. */
  readonly tipo: string;
  /** The day at which keys of catalogues have to be in force. */
  readonly day: string;
  readonly internacional: boolean;
  /** Whether goods come into the country. */
  readonly entry: boolean;
  readonly regimenes: readonly XmlNode[];
  readonly ubicaciones: readonly XmlNode[];
  readonly origenes: readonly XmlNode[];
  readonly destinos: readonly XmlNode[];
  /** What identifies origins and destinations. */
  readonly ids: ReadonlySet<string>;
  /** The element Mercancias; its children that are goods. */
  readonly mercancias: XmlNode;
  readonly bienes: readonly XmlNode[];
  readonly autotransporte?: XmlNode;
  readonly maritimo?: XmlNode;
  readonly aereo?: XmlNode;
  readonly ferroviario?: XmlNode;
  /** By road or by rail: what is travelled has a distance. */
  readonly overland: boolean;
  /** Keys of c_CveTransporte of the means that are there. */
  readonly transportes: ReadonlySet<string>;
  /** Whether some goods are hazardous. */
  readonly peligroso: boolean;
  readonly figuras: readonly XmlNode[];
}

export interface CartaPorteContext extends RuleContext {
  readonly view: View;
}

export const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((one) => one.name === name) ?? [];

export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((one) => one.name === name);

/** First day of Carta Porte 3.1: keys of its catalogues begin there, and test documents may be older. */
const FIRST_DAY = '2024-07-17';

const NODES: Readonly<Record<string, string>> = {
  Autotransporte: AUTOTRANSPORTE,
  TransporteMaritimo: MARITIMO,
  TransporteAereo: AEREO,
  TransporteFerroviario: FERROVIARIO,
};

export function viewOf(carta: XmlNode, root: XmlNode): View {
  const { TranspInternac, EntradaSalidaMerc } = carta.attributes;
  const { TipoDeComprobante = '', Fecha = '' } = root.attributes;
  const ubicaciones = childrenOf(childOf(carta, 'Ubicaciones'), 'Ubicacion');
  const mercancias = childOf(carta, 'Mercancias') ?? carta;
  const bienes = childrenOf(mercancias, 'Mercancia');
  const meansOf = (name: string): XmlNode | undefined => childOf(mercancias, name);
  const [autotransporte, maritimo, aereo, ferroviario] = Object.keys(NODES).map(meansOf);
  const ofType = (type: string): readonly XmlNode[] =>
    ubicaciones.filter(({ attributes }) => attributes['TipoUbicacion'] === type);
  return {
    ...{ carta, root, ubicaciones, mercancias, bienes },
    conceptos: childrenOf(childOf(root, 'Conceptos'), 'Concepto'),
    tipo: TipoDeComprobante,
    day: Fecha < FIRST_DAY ? FIRST_DAY : Fecha.slice(0, 10),
    internacional: TranspInternac === 'Sí',
    entry: TranspInternac === 'Sí' && EntradaSalidaMerc === 'Entrada',
    regimenes: childrenOf(childOf(carta, 'RegimenesAduaneros'), 'RegimenAduaneroCCP'),
    origenes: ofType('Origen'),
    destinos: ofType('Destino'),
    ids: new Set(ubicaciones.map(({ attributes }) => attributes['IDUbicacion'] ?? '')),
    ...(autotransporte && { autotransporte }),
    ...(maritimo && { maritimo }),
    ...(aereo && { aereo }),
    ...(ferroviario && { ferroviario }),
    overland: (autotransporte ?? ferroviario) !== undefined,
    transportes: new Set(
      mercancias.children.map(({ name }) => NODES[name]).filter((key) => key !== undefined),
    ),
    peligroso: bienes.some(({ attributes }) => attributes['MaterialPeligroso'] === 'Sí'),
    figuras: childrenOf(childOf(carta, 'FiguraTransporte'), 'TiposFigura'),
  };
}
