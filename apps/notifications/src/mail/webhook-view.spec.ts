import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import type { WebhookNoticeMail } from '#contracts';
import { compose } from './compose.js';
import { look } from './testing-mails.js';
import { webhookView } from './webhook-view.js';

type Data = WebhookNoticeMail['data'];

const ID = '019a7b3c5d6e0000aabbcc01';
const failing: Data = {
  ...{ webhook_id: ID, livemode: true, at: '2026-11-24T18:00:00.000Z' },
  matter: { kind: 'failing', since: '2026-11-22T18:00:00.000Z', disabled_at: '2026-11-27T18:00:00.000Z' },
  webhook: {
    url: 'https://user:hunter2@example.com:8443/hooks/timbra?token=geheim',
    description: 'Tienda en línea',
    failing_since: '2026-11-22T18:00:00.000Z',
    last_failure: {
      ...{ at: '2026-11-24T17:59:00.000Z', attempt: '019a7b3c5d6e0000aabbcc02' },
      ...{ status_code: 503, error: 'the answer was not 2xx' },
    },
  },
};
const disabled = (reason: 'gone' | 'failing', over: Partial<Data['webhook']> = {}): Data => ({
  ...{ ...failing, matter: { kind: 'disabled', reason } },
  webhook: { ...failing.webhook, ...over },
});
const viewOf = (data: Data, with_ = look()) => webhookView(data, with_, 'America/Mexico_City');

describe('a mail about an endpoint', () => {
  it('that fails says since when, until when, why, and what to do', () => {
    expect(viewOf(failing)).toMatchObject({
      subject: 'Un webhook de Panadería Peña no responde',
      notice: null,
      paragraphs: [
        'Un webhook de Panadería Peña no ha recibido ningún evento desde el 22/11/2026 12:00:00. Si no recibe ninguno antes del 27/11/2026 12:00:00, se deshabilitará.',
        expect.stringContaining('72 horas'),
      ],
      facts: [
        { label: 'Dirección', value: 'https://example.com:8443/hooks/timbra?…' },
        { label: 'Webhook', value: ID },
        { label: 'Descripción', value: 'Tienda en línea' },
        { label: 'Ambiente', value: 'Live (producción)' },
        { label: 'Sin entregas desde', value: '22/11/2026 12:00:00 (America/Mexico_City)' },
        { label: 'Último intento fallido', value: '24/11/2026 11:59:00 (America/Mexico_City)' },
        { label: 'Motivo', value: 'the answer was not 2xx (HTTP 503)' },
      ],
      notes: [expect.stringContaining(`POST /v2/webhooks/${ID}/resend-failed`)],
    });
  });

  it.each([
    ['es', 'gone', 'su servidor respondió que la dirección ya no existe (HTTP 410)'],
    ['es', 'failing', 'no ha recibido ningún evento desde el 22/11/2026 12:00:00'],
    ['en', 'gone', 'its server answered that the address no longer exists (HTTP 410)'],
    ['en', 'failing', 'it has not received any event since 22/11/2026 12:00:00'],
  ] as const)('that was disabled says why in %s: %s', (language, reason, words) => {
    const { paragraphs, notes } = viewOf(disabled(reason), look({ language }));
    expect(paragraphs[0]).toContain(words);
    expect(notes[0]).toMatch(new RegExp(`PUT /v2/webhooks/${ID} .*"enabled".*/${ID}/replay`));
  });

  it('says five days where nobody knows since when, and leaves out what is not known', () => {
    const view = viewOf(disabled('failing', { failing_since: null, last_failure: null, description: null }));
    expect(view.paragraphs[0]).toContain('en cinco días');
    expect(view.facts.map(({ label }) => label)).toEqual(['Dirección', 'Webhook', 'Ambiente']);
  });

  it('of Test says so in its subject and above everything', () =>
    expect(viewOf({ ...failing, livemode: false })).toMatchObject({
      subject: '[Test] Un webhook de Panadería Peña no responde',
      notice: expect.stringContaining('ambiente de pruebas'),
    }));

  it('shows no password, no query, and no link in a description', () => {
    const text = JSON.stringify(viewOf(disabled('gone', { description: 'entre a https://evil.example' })));
    expect(text).not.toMatch(/hunter2|geheim|evil\.example/);
  });

  it('names the status once', () => {
    const last_failure = { ...failing.webhook.last_failure!, error: 'answered 503' };
    expect(viewOf(disabled('failing', { last_failure })).facts.at(-1)?.value).toBe('answered 503');
  });

  it('is a whole message', async () => {
    const { raw } = await compose({
      tenant: { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
      ...{ id: '019a7b3c5d6e0000aabbccdd', from: 'facturas@example.com' },
      ...{ to: ['ana@example.com'], waiting: ['ana@example.com'], date: new Date('2026-11-24T18:00:00Z') },
      ...{ view: viewOf(failing, look({ name: 'A\r\nBcc: eve@example.com' })), look: look(), files: [] },
    });
    const read = await PostalMime.parse(raw);
    expect(read.bcc).toBeUndefined();
    expect([read.text, read.html].every((part) => part?.includes(ID))).toBe(true);
  });
});
