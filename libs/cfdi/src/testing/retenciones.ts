import fc from 'fast-check';
import { clavesRetencion, complementoOf, ejercicios } from '#sat';
import { toXml } from '../schemas/write.js';
import type { ElementSchema, Standard } from '../schemas/schema.js';
import { planesDeRetiro11 } from '../schemas/standards/retenciones/planes-de-retiro-11.js';
import type { XmlNode } from '../parsed.js';
import { buildRetencion } from '../retenciones/build.js';
import { standardsByName } from '../retenciones/complementos.js';
import type { ImpuestoRetenidoInput, RetencionInput } from '../retenciones/input.js';
import type { CfdiRetencion } from '../retenciones/model.js';
import { arbitraryElement, type Extension } from './arbitrary-nodes.js';
import { agreeWithPlatform, withTotalsOfServices } from './plataformas.js';

/** Documents of retentions for specs: a plain one, the smallest and the fullest of each key, and any. */

const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';

export const retencion = (over: Partial<RetencionInput> = {}): RetencionInput => ({
  fechaExp: '2026-11-20T10:30:00',
  lugarExpRetenc: '06300',
  cveRetenc: '08',
  emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
  receptor: {
    ...{ nacionalidad: 'Nacional', rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS CHAVEZ' },
    domicilioFiscal: '36257',
  },
  periodo: { mesIni: 10, mesFin: 11, ejercicio: 2026 },
  totales: {
    ...{ montoTotOperacion: '1000', montoTotExent: '0' },
    impRetenidos: [{ baseRet: '1000', impuesto: 'ISR', montoRet: '100', tipoPagoRet: '04' }],
  },
  ...over,
});

/** Builds what has to build, or fails the test with the refusal. */
export function mustBuildRetencion(input: RetencionInput): CfdiRetencion {
  const built = buildRetencion(input);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
  return built.value;
}

/**
 * A rule that the table of payments to foreigners cannot express: either the beneficiary or the non-beneficiary is
 * there.
 */
function withBeneficiario(node: XmlNode): XmlNode {
  const si = node.children.some(({ name }) => name === 'Beneficiario');
  if (node.children.length === 0)
    return withBeneficiario({
      ...node,
      children: [
        {
          ...{ name: 'NoBeneficiario', namespace: node.namespace, children: [] },
          attributes: { PaisDeResidParaEfecFisc: 'US', ConceptoPago: '3', DescripcionConcepto: 'Regalías' },
        },
      ],
    });
  return {
    ...node,
    attributes: { ...node.attributes, EsBenefEfectDelCobro: si ? 'SI' : 'NO' },
    children: node.children.filter(({ name }) => name === (si ? 'Beneficiario' : 'NoBeneficiario')),
  };
}

/** Rules that a table can't express: which parts go together. */
const CORRECT: Readonly<Record<string, (node: XmlNode) => XmlNode>> = {
  Pagosaextranjeros: withBeneficiario,
  Planesderetiro: withRetiredParts,
  ServiciosPlataformasTecnologicas: withTotalsOfServices,
};

const inOrder = (schema: ElementSchema, given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    [...schema.attributes.keys()].flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Money that was taken out before its time is part exempt and part not; each kind of contribution is there once. */
function withRetiredParts(node: XmlNode): XmlNode {
  const { MontTotRetiradoAnioInmAntPer: retired, ...attributes } = node.attributes;
  const parts = { MontTotExentRetiradoAnioInmAnt: '0.00', MontTotExedenteAnioInmAnt: '0.00' };
  const all = retired === undefined ? {} : { MontTotRetiradoAnioInmAntPer: retired, ...parts };
  return {
    ...node,
    // In the order of the table, in which they are written.
    attributes: inOrder(planesDeRetiro11.root, { ...attributes, ...all }),
    children: node.children.map((child, i) => ({
      ...child,
      attributes: { ...child.attributes, TipoAportacionODeposito: 'abc'[i] as string },
    })),
  };
}

/** A complement of a standard, as an element that keeps the rules of its own. */
export const arbitraryComplementNode = (standard: Standard, extension: Extension): fc.Arbitrary<XmlNode> =>
  arbitraryElement(standard.root, standard, extension).map((node) => CORRECT[node.name]?.(node) ?? node);

/** The same as XML that declares its namespace. */
export const arbitraryComplemento = (standard: Standard, extension: Extension): fc.Arbitrary<string> =>
  arbitraryComplementNode(standard, extension).map((node) => complementXml(node, standard));

export const complementXml = (node: XmlNode, { prefix, namespace }: Standard): string =>
  toXml(node, prefix).replace(/[ />]/, (end) => ` xmlns:${prefix}="${namespace}"${end}`);

const importe = fc.integer({ min: 0, max: 99_999_999 }).map((n) => (n / 100).toFixed(2));
const impuesto: fc.Arbitrary<ImpuestoRetenidoInput> = fc
  .record(
    {
      baseRet: importe,
      montoRet: importe,
      pago: fc.constantFrom(
        ...([
          ['IVA', '01'],
          ['IEPS', '02'],
          ['ISR', '03'],
          ['ISR', '04'],
        ] as const),
      ),
      sinImpuesto: fc.boolean(),
    },
    { requiredKeys: ['montoRet', 'pago'] },
  )
  .map(({ pago: [name, tipoPagoRet], sinImpuesto, ...rest }) => ({
    ...rest,
    ...(!sinImpuesto && { impuesto: name }),
    tipoPagoRet,
  }));
const totales = fc
  .record(
    {
      ...{ operacion: importe, utilidadBimestral: importe, isrCorrespondiente: importe },
      ...{ parte: fc.integer({ min: 0, max: 100 }), impRetenidos: fc.array(impuesto, { maxLength: 4 }) },
    },
    { requiredKeys: ['operacion', 'parte', 'impRetenidos'] },
  )
  .map(({ operacion, parte, ...rest }) => ({
    ...rest,
    montoTotOperacion: operacion,
    montoTotExent: (Math.floor(Number(operacion) * parte) / 100).toFixed(2),
  }));
const periodo = fc
  .record({
    ...{ a: fc.integer({ min: 1, max: 12 }), b: fc.integer({ min: 1, max: 12 }) },
    ejercicio: fc.constantFrom(
      // This year and the last one, by the date of issue of every document here.
      ...ejercicios.entries.map(({ key }) => Number(key)).filter((year) => year === 2025 || year === 2026),
    ),
  })
  .map(({ a, b, ejercicio }) => ({ mesIni: Math.min(a, b), mesFin: Math.max(a, b), ejercicio }));
const name = fc.constantFrom('ACME & CO', 'Ñandú "Ü" <3>', "O'BRIEN 😀", '  dos   espacios\t');
const receptor = fc.oneof(
  fc.record(
    {
      ...{ nacionalidad: fc.constant('Nacional' as const), rfc: fc.constant('CACX7605101P8'), nombre: name },
      ...{ curp: fc.constant('CACX760510MDFSHC05'), domicilioFiscal: fc.constant('36257') },
    },
    { requiredKeys: ['nacionalidad', 'rfc', 'nombre', 'domicilioFiscal'] },
  ),
  fc.record(
    {
      nacionalidad: fc.constant('Extranjero' as const),
      nombre: name,
      numRegIdTrib: fc.constant('99887766554433221100'),
    },
    { requiredKeys: ['nacionalidad', 'nombre'] },
  ),
);

const restOf = (extension: Extension) =>
  fc.record(
    {
      ...{ folioInt: fc.stringMatching(/^[0-9a-zA-Z]{1,20}$/), descRetenc: fc.constant('Otra & <más>') },
      relacionado: fc.constant({ tipoRelacion: '04', uuid: UUID }),
      ...{ totales, periodo, receptor },
      addenda: fc.constant('<mi:A xmlns:mi="urn:mi" b="&lt;"><!-- c --><mi:B>  t &amp; </mi:B></mi:A>\n'),
    },
    extension === 'largest' ? {} : { requiredKeys: ['totales', 'periodo', 'receptor'] },
  );

/** Totals of two months' profit: nothing is taxed or exempt, and both amounts are above zero. */
const totalesOfRif = (given = retencion().totales): RetencionInput['totales'] => ({
  ...given,
  montoTotExent: '0',
  utilidadBimestral: given.utilidadBimestral === '0.00' ? '1' : (given.utilidadBimestral ?? '100.5'),
  isrCorrespondiente: given.isrCorrespondiente === '0.00' ? '1' : (given.isrCorrespondiente ?? '10.05'),
});

/** A document of a key with the complement that it asks for (that of key 27, too, which it may do without). */
export function arbitraryRetencion(cveRetenc: string, extension: Extension): fc.Arbitrary<RetencionInput> {
  const data: fc.Arbitrary<Partial<RetencionInput>> =
    extension === 'smallest' ? fc.constant({}) : restOf(extension);
  return data.chain((over) => {
    const input = retencion({
      ...over,
      cveRetenc,
      ...(cveRetenc === '25' && { descRetenc: over.descRetenc ?? 'Otra' }),
      ...(cveRetenc === '28' && { totales: totalesOfRif(over.totales) }),
    });
    const extranjero = input.receptor.nacionalidad === 'Extranjero';
    const pedido = complementoOf(cveRetenc, extranjero) ?? (cveRetenc === '27' ? 'Sector Financiero' : '');
    const standard = standardsByName[pedido];
    if (!standard) return fc.constant(input);
    return arbitraryComplementNode(standard, extension).map((node) => {
      const agreed = agreeWithPlatform(input, node);
      return { ...agreed.input, complementos: [complementXml(agreed.node, standard)] };
    });
  });
}

/** A document of any key. */
export const anyRetencion = (): fc.Arbitrary<RetencionInput> =>
  fc
    .constantFrom(...clavesRetencion.entries.map(({ key }) => key))
    .chain((key) => arbitraryRetencion(key, 'any'));
