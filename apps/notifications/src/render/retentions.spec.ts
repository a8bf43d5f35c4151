import { describe, expect, it } from '@jest/globals';
import { retencion } from '#cfdi/testing/retenciones';
import type { RetentionContent, UnstampedRetention } from '#contracts';
import { acuseHtml, retentionHtml, type LabelLookup, type RetentionPdfModel } from '#pdf';
import { textOf } from '#pdf/testing/tools';
import { catalogueLabel, retentionLabels } from './labels.js';
import { retentionAcuseModel, toUnstampedRetentionModel } from './retentions.js';
import { COMPLEMENTS, organization, retentionAnswer, retentionModelOf } from './testing-retentions.js';

const label: LabelLookup = retentionLabels(catalogueLabel);
const shown = (model: RetentionPdfModel): string => textOf(retentionHtml(model));
const says = (text: string, ...parts: readonly string[]) => {
  for (const part of parts) expect(text).toContain(part);
};

describe('the PDF of a stamped retention', () => {
  it('says what its document says, in words', () => {
    const text = shown(
      retentionModelOf(
        {
          folioInt: 'R107',
          relacionado: { tipoRelacion: '01', uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' },
        },
        {},
        COMPLEMENTS['dividendos'],
      ),
    );
    says(
      text,
      ...['Constancia de retenciones', 'R107', 'ESCUELA KEMPER URGATE', 'RFC EKU9003173C9', 'C.P. 06300'],
      ...['XOCHILT CASAS CHAVEZ', 'RFC CACX7605101P8', '14 - Dividendos o utilidades distribuidas'],
      ...['De octubre a noviembre de 2026', '04 - Pago provisional ISR', '1,000.00', '$100.00'],
      ...['Total retenido con letra', 'CIEN PESOS 00/100 M.N.', '5FB2822E-396D-4725-8521-CDC4BDD20CCF'],
      ...['Dividendo o utilidad distribuida', 'Tipo de dividendo o utilidad', '01 - Proviene de CUFIN'],
      ...['8D0F6A52-3C71-4B9E-8F64-1A2B7C9D0E35', 'Sello digital del SAT', 'Cadena original'],
      'Este documento es una representación impresa de un CFDI de retenciones e información de pagos.',
    );
    expect(text).not.toContain('SIN VALIDEZ FISCAL');
  });

  it('of a foreigner has their number, their country and no RFC', () => {
    const address = { ...retentionAnswer().customer!.address, zip: '78701', city: 'Austin', country: 'USA' };
    const text = shown(
      retentionModelOf(
        { receptor: { nacionalidad: 'Extranjero', nombre: 'ACME INC', numRegIdTrib: '98-7654321' } },
        { customer: { ...retentionAnswer().customer!, address } },
        COMPLEMENTS['pagosaextranjeros'],
      ),
    );
    says(text, 'ACME INC', 'Núm. de registro tributario: 98-7654321', 'Residente en el extranjero', 'Austin');
    says(text, 'País de residencia fiscal US - ESTADOS UNIDOS DE AMERICA', '3 - Persona moral');
    says(text, 'El receptor es beneficiario efectivo del cobro No');
    expect(text).not.toContain('RFC CACX');
  });

  it.each(Object.entries(COMPLEMENTS))('with %s leaves nothing of it as the schema names it', (_, one) => {
    const text = shown(retentionModelOf({}, {}, one));
    // Attributes as SAT writes them: words run together, or cut off.
    const names = [...one.xml.matchAll(/ ([A-Z][A-Za-z]+[A-Z][A-Za-z]+)="/g)].map(([, name = '']) => name);
    for (const name of names) expect(text).not.toContain(name);
    expect(text).not.toMatch(/\b(SI|NO)\b(?! ?\.)/);
  });

  it('of services of a platform has a row for each, with its taxes and its commission', () => {
    const text = shown(retentionModelOf({}, {}, COMPLEMENTS['plataformasTecnologicas']));
    says(
      text,
      '02 - Mensual',
      'Total de los servicios sin IVA 2,931.00',
      '12/11/2026',
      'Tipo 01, subtipo 02',
    );
    says(text, 'RFC del tercero: CACX7605101P8; 02 - IVA 16% de 444.50', 'Comisión 20% de 444.50');
  });

  it('with many taxes adds them up', () => {
    const impRetenidos = Array.from({ length: 30 }, (_, i) => ({
      ...({ impuesto: 'ISR', tipoPagoRet: '04' } as const),
      ...{ montoRet: `${i + 1}.5`, baseRet: '1000' },
    }));
    const totales = { ...retencion().totales, montoTotOperacion: '30000', impRetenidos };
    const html = retentionHtml(retentionModelOf({ totales }));
    expect(html.match(/04 - Pago provisional ISR/g)).toHaveLength(30);
    says(textOf(html), '$480.00', 'CUATROCIENTOS OCHENTA PESOS 00/100 M.N.');
  });

  it('says that it is canceled, or a test', () => {
    const cancellation = {
      ...{ requested_at: '2026-11-25T18:00:00Z', last_checked: '2026-11-25T18:00:00Z' },
      ...({ motive: '02', substitutionUUID: null, status: 'accepted' } as const),
    };
    const canceled_at = '2026-11-25T18:00:00.000Z';
    const text = shown(
      retentionModelOf({}, { status: 'canceled', livemode: false, canceled_at, cancellation }),
    );
    says(text, 'CANCELADO · SIN VALIDEZ FISCAL', 'Motivo: 02', 'Fecha de cancelación 25/11/2026');
  });

  it('shows what its caller typed as text, and the custom section as it may be', () => {
    const markup = '<script>alert(1)</script>';
    const html = retentionHtml(
      retentionModelOf(
        { cveRetenc: '25', descRetenc: markup },
        { pdf_custom_section: `<b>Nota</b>${markup}` },
      ),
    );
    expect(html).not.toContain('<script>');
    expect(textOf(html)).toContain(markup);
    expect(html).toContain('<b>Nota</b>');
  });
});

describe('the PDF of a retention without a stamp', () => {
  const content: RetentionContent = {
    ...{ customer: null, cve_retenc: null, fecha_exp: null, desc_retenc: null, folio_int: null },
    ...{ periodo: null, totales: null, related_documents: [], complements: [], addenda: null },
    ...{ namespaces: [], external_id: null, idempotency_key: null, pdf_custom_section: null },
  };
  const modelOf = (over: Partial<RetentionContent>, unstamped: Partial<UnstampedRetention> = {}) =>
    toUnstampedRetentionModel(
      {
        organization,
        unstamped_retention: {
          ...{ content: { ...content, ...over }, amounts: null, issuer: null },
          ...({ status: 'draft', livemode: true, date: null } as const),
          ...{ created_at: '2026-11-20T16:00:00.000Z', ...unstamped },
        },
      },
      label,
    );

  it('may be of nothing yet', () => {
    const text = shown(modelOf({}));
    says(text, 'BORRADOR', 'Sin receptor', 'ESCUELA KEMPER URGATE', 'no ha sido timbrado');
    expect(text).not.toContain('Total retenido');
  });

  it('shows amounts and complements as far as they go', () => {
    const text = shown(
      modelOf({
        cve_retenc: '14',
        periodo: { mes_ini: 1, mes_fin: 12, ejerc: 2026 },
        totales: {
          ...{ monto_tot_operacion: '1000', monto_tot_exent: '0' },
          ...{ monto_tot_grav: null, monto_tot_ret: null, utilidad_bimestral: null },
          ...{ isr_correspondiente: null },
          imp_retenidos: [{ base_ret: null, impuesto: null, monto_ret: '100', tipo_pago_ret: '04' }],
        },
        complements: [
          { type: 'dividendos', data: { DividOUtil: { CveTipDivOUtil: '01', TipoSocDistrDiv: null } } },
          { type: 'custom', data: COMPLEMENTS['intereses']?.xml ?? '' },
          { type: 'custom', data: '<no' },
        ],
      }),
    );
    says(text, 'Ejercicio 2026', '01 - Proviene de CUFIN', 'Interés nominal 8,000.00', 'Sin especificar');
    says(text, 'Monto total de la operación 1,000.00');
  });

  it('on its way to its stamp says so, with the amounts of the document', () => {
    const amounts = {
      ...{ monto_tot_operacion: '1000.00', monto_tot_grav: '1000.00' },
      ...{ monto_tot_exent: '0.00', monto_tot_ret: '1234.56' },
    };
    const totales = {
      ...{ monto_tot_operacion: '1000', monto_tot_exent: '0', monto_tot_grav: null, monto_tot_ret: null },
      ...{ imp_retenidos: [], utilidad_bimestral: null, isr_correspondiente: null },
    };
    says(
      shown(modelOf({ totales }, { status: 'pending', amounts, livemode: false })),
      ...['EN PROCESO', 'SIN VALIDEZ FISCAL', '$1,234.56', 'MIL DOSCIENTOS TREINTA Y CUATRO PESOS 56/100'],
    );
  });
});

it('the receipt of a cancellation names the retention', () => {
  const cancellation = {
    ...{ requested_at: '2026-11-25T18:00:00Z', last_checked: '2026-11-25T18:00:05Z' },
    ...({ motive: '02', substitutionUUID: null, status: 'accepted' } as const),
  };
  const retention = retentionAnswer({
    ...({ status: 'canceled', cancellation_status: 'accepted' } as const),
    ...{ canceled_at: '2026-11-25T18:00:05.000Z', cancellation },
  });
  const files = { xml_key: null, timbre_xml: null, receipt_key: 'acuse/x.xml' };
  const text = textOf(acuseHtml(retentionAcuseModel({ retention, organization, ...files }, '<Acuse/>')));
  says(text, 'Acuse de cancelación', '8D0F6A52-3C71-4B9E-8F64-1A2B7C9D0E35', 'CACX7605101P8, XOCHILT');
  says(text, 'Monto total de la operación 10,000.00 MXN', 'un CFDI de retenciones e información de pagos');
});
