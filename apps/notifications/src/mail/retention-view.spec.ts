import { describe, expect, it } from '@jest/globals';
import { retentionAnswer } from '../render/testing-retentions.js';
import { retentionView } from './retention-view.js';
import { look } from './testing-mails.js';

const viewOf = (over: Parameters<typeof retentionAnswer>[0] = {}, language: 'es' | 'en' = 'es') => {
  const files = { xml_key: 'cfdi/x.xml', timbre_xml: '<t/>', receipt_key: null, file_name: 'R1' };
  return retentionView(
    { retention: retentionAnswer(over), ...files },
    look({ language }),
    'America/Mexico_City',
  );
};
const factsOf = ({ facts }: ReturnType<typeof viewOf>) =>
  Object.fromEntries(facts.map(({ label, value }) => [label, value]));

describe('the mail of a retention', () => {
  it('says to whom, of which kind and period, and what was withheld', () => {
    const view = viewOf();
    expect(view.subject).toBe('Constancia de retenciones DIV-7 de Panadería Peña');
    expect(view.paragraphs[0]).toBe('Estimado contribuyente XOCHILT CASAS CHAVEZ:');
    expect(factsOf(view)).toMatchObject({
      ...{ Retención: '14 - Dividendos o utilidades distribuidas', Periodo: 'Noviembre de 2026' },
      'Monto de la operación': '$10,000.00 MXN',
    });
    expect(view.total).toEqual({ label: 'Total retenido', value: '$1,000.00 MXN' });
    expect(view.button?.href).toContain('prodretencionverificacion');
  });

  it('in English', () => {
    const view = viewOf({ periodo: { mes_ini: 1, mes_fin: 6, ejerc: 2026 } }, 'en');
    expect(view.subject).toBe('Withholding certificate DIV-7 from Panadería Peña');
    expect(factsOf(view)).toMatchObject({ Period: 'January to June 2026' });
    expect(factsOf(viewOf({}, 'en'))).toMatchObject({ Period: 'November 2026' });
  });

  it('of one that was canceled, or a test, says so', () => {
    const canceled = viewOf({ status: 'canceled', canceled_at: '2026-11-25T18:00:00.000Z', livemode: false });
    expect(canceled.heading).toBe('Constancia de retenciones DIV-7 cancelada');
    expect(canceled.notice).toMatch(/cancelado ante el SAT el 25\/11\/2026.*no tiene validez fiscal/);
    expect(canceled.button).toBeNull();
  });
});
