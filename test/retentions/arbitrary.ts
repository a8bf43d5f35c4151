import fc from 'fast-check';
import { findStandard, readXml, type RetencionInput } from '#cfdi';
import { nodeToData, type Spelling } from '#cfdi/testing/node-data';
import { anyRetencion } from '#cfdi/testing/retenciones';
import { foreigner, retentionContent, withheldFrom } from '#billing/retentions/testing';
import type {
  Json,
  JsonObject,
  RetentionComplement,
  RetentionComplementType,
  RetentionContent,
  RetentionTotals,
} from '#contracts';

/** Retentions in the API's words: right ones of any key with any complement, and ones with something wrong in them. */

function typed(xml: string, spelling: Spelling): RetentionComplement {
  const read = readXml(xml);
  const standard = read.ok ? findStandard(read.value, 'retenciones') : undefined;
  if (!read.ok || !standard) throw new Error(`not read: ${xml}`);
  return {
    type: standard.prefix as RetentionComplementType,
    data: nodeToData(standard.root, read.value, spelling),
  };
}

const totalsOf = (totales: RetencionInput['totales']): RetentionTotals => ({
  monto_tot_operacion: totales.montoTotOperacion,
  monto_tot_exent: totales.montoTotExent,
  monto_tot_grav: totales.montoTotGrav ?? null,
  monto_tot_ret: totales.montoTotRet ?? null,
  imp_retenidos: totales.impRetenidos.map(({ baseRet, impuesto, montoRet, tipoPagoRet }) => ({
    ...{ base_ret: baseRet ?? null, impuesto: impuesto ?? null },
    ...{ monto_ret: montoRet, tipo_pago_ret: tipoPagoRet },
  })),
  utilidad_bimestral: totales.utilidadBimestral ?? null,
  isr_correspondiente: totales.isrCorrespondiente ?? null,
});

/** The engine's input as the API has it; complements as XML, or as data in a spelling. */
function toContent(input: RetencionInput, spelling: Spelling | null): RetentionContent {
  const { receptor, periodo, relacionado } = input;
  const complements = (input.complementos ?? []) as readonly string[];
  return retentionContent({
    customer:
      receptor.nacionalidad === 'Nacional'
        ? withheldFrom()
        : foreigner({
            legal_name: receptor.nombre,
            // In the form of its country.
            tax_id: receptor.numRegIdTrib === undefined ? null : '123456789',
          }),
    cve_retenc: input.cveRetenc,
    desc_retenc: input.descRetenc ?? null,
    folio_int: input.folioInt ?? null,
    periodo: { mes_ini: periodo.mesIni, mes_fin: periodo.mesFin, ejerc: periodo.ejercicio },
    totales: totalsOf(input.totales),
    related_documents: relacionado
      ? [{ relationship: relacionado.tipoRelacion, documents: [relacionado.uuid] }]
      : [],
    complements: complements.map((xml) => (spelling ? typed(xml, spelling) : { type: 'custom', data: xml })),
    addenda: input.addenda ?? null,
  });
}

const spelling = fc.record({ snake: fc.boolean(), numbers: fc.boolean(), alone: fc.boolean() });

/** A retention with nothing wrong. */
export const rightRetention: fc.Arbitrary<RetentionContent> = fc
  .tuple(anyRetencion(), fc.option(spelling, { freq: 4 }))
  .map(([input, how]) => toContent(input, how));

/** Data with something else at one of its fields, at any depth; or with a field that is not there. */
function spoil(data: JsonObject, at: readonly number[], value: Json): JsonObject {
  const names = Object.keys(data);
  const [here = 0, ...deeper] = at;
  const name = names[here % (names.length + 1)];
  if (name === undefined) return { ...data, ['__proto__x']: value };
  const inner = data[name];
  return isObject(inner) && deeper.length > 0
    ? { ...data, [name]: spoil(inner, deeper, value) }
    : { ...data, [name]: value };
}
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wildText = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('', '-1', '1e400', '\u0000', '|'));
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const spoilt = (content: RetentionContent): fc.Arbitrary<RetentionContent> =>
  fc.oneof(
    fc.tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), json).map(([at, value]) => ({
      ...content,
      complements: content.complements.map((one) =>
        one.type === 'custom' ? one : { ...one, data: spoil(one.data, at, value) },
      ),
    })),
    fc
      .record(
        {
          cve_retenc: fc.option(wildText),
          desc_retenc: fc.option(wildText),
          folio_int: fc.option(wildText),
          addenda: fc.option(wildText),
          periodo: fc.option(
            fc.record({ mes_ini: fc.integer(), mes_fin: fc.integer(), ejerc: fc.integer() }),
          ),
          customer: fc.option(
            fc.record({ tax_id: fc.option(wildText), legal_name: wildText }).map(withheldFrom),
          ),
          complements: fc.array(wildText.map((data): RetentionComplement => ({ type: 'custom', data }))),
          totales: wildText.map((text) => ({
            ...(content.totales as RetentionTotals),
            monto_tot_operacion: text,
          })),
        },
        { requiredKeys: [] },
      )
      .map((over) => ({ ...content, ...over })),
  );

/** Any retention: right, or with something wrong. */
export const anyRetention: fc.Arbitrary<RetentionContent> = rightRetention.chain(spoilt);
