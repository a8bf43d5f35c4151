import type { Comprobante } from '../../../comprobante.js';
import { comprobanteToNode } from '../../../document/node.js';
import { toComplemento } from '../../../schemas/write.js';
import type { ComprobanteInput } from '../../../input.js';
import type { XmlNode } from '../../../parsed.js';
import type { RuleContext, Violation } from '../../../rules/rule.js';
import type { BuiltComplemento } from '../../complemento.js';
import { buildNomina } from '../build.js';
import { checkNomina } from '../rules/index.js';
import { sumTotales } from '../totales.js';

/** Whole documents of payrolls for the complement's own specs: the comprobante that goes around one is always the same. */
export interface NominaDocument {
  readonly comprobante: Comprobante;
  /** cfdi:Comprobante. */
  readonly root: XmlNode;
  readonly nominas: readonly XmlNode[];
}

/** Builds what has to build, or fails the test with the refusal. */
export function documentOf(input: ComprobanteInput): NominaDocument {
  const built = (input.complementos ?? []).map((complemento, i): BuiltComplemento => {
    if (complemento.tipo !== 'nomina') throw new Error(complemento.tipo);
    const built = buildNomina(complemento.nomina, input, `complementos[${i}].nomina`);
    if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
    return built.value;
  });
  const { subTotal, descuento, total } = sumTotales(built.map(({ node }) => node));
  const comprobante: Comprobante = {
    ...input,
    ...{ subTotal, descuento, total, traslados: [], retenciones: [], cfdiRelacionados: [] },
    conceptos: [
      {
        ...{ claveProdServ: '84111505', cantidad: '1', claveUnidad: 'ACT', descripcion: 'Pago de nómina' },
        ...{ valorUnitario: subTotal, importe: subTotal, descuento, objetoImp: '01' },
        ...{ traslados: [], retenciones: [], informacionAduanera: [], cuentaPredial: [], partes: [] },
      },
    ],
    complementos: built.map(({ standard, node }) => toComplemento(standard, node)),
  };
  return {
    comprobante,
    root: comprobanteToNode(comprobante, { ofComprobante: built, ofConceptos: new Map() }),
    nominas: built.map(({ node }) => node),
  };
}

/** Every rule that a document's payrolls break. */
export function violationsOf(root: XmlNode, known: Omit<RuleContext, 'root'> = {}): readonly Violation[] {
  const violations: Violation[] = [];
  const complemento = root.children.find(({ name }) => name === 'Complemento');
  for (const node of complemento?.children ?? [])
    if (node.name === 'Nomina') checkNomina(node, { ...known, root }, violations);
  return violations;
}
