import type { Language } from '#kernel';
import type { WebhookMatter } from '#contracts';

/** What is said of an endpoint, with the instants of it as they are shown. */
export interface WebhookWords {
  readonly subject: (kind: WebhookMatter['kind'], organization: string) => string;
  /** `since` undefined: nobody knows. */
  readonly failing: (organization: string, since: string, disabledAt: string) => string;
  readonly disabled: Readonly<
    Record<'gone' | 'failing', (organization: string, since: string | undefined) => string>
  >;
  readonly consequence: Readonly<Record<WebhookMatter['kind'], string>>;
  readonly advice: Readonly<Record<WebhookMatter['kind'], (id: string) => string>>;
  /** Of the Test environment. */
  readonly test: string;
  readonly facts: Readonly<
    Record<'url' | 'id' | 'description' | 'environment' | 'since' | 'failed' | 'error', string>
  >;
  readonly environments: { readonly live: string; readonly test: string };
}

export const webhookWords: Readonly<Record<Language, WebhookWords>> = {
  es: {
    subject: (kind, organization) =>
      kind === 'failing'
        ? `Un webhook de ${organization} no responde`
        : `Se deshabilitó un webhook de ${organization}`,
    failing: (organization, since, disabledAt) =>
      `Un webhook de ${organization} no ha recibido ningún evento desde el ${since}. Si no recibe ninguno antes del ${disabledAt}, se deshabilitará.`,
    disabled: {
      gone: (organization) =>
        `Se deshabilitó un webhook de ${organization}, porque su servidor respondió que la dirección ya no existe (HTTP 410).`,
      failing: (organization, since) =>
        `Se deshabilitó un webhook de ${organization}, porque no ha recibido ningún evento${since ? ` desde el ${since}` : ' en cinco días'}.`,
    },
    consequence: {
      failing:
        'Los eventos se siguen enviando con pausas cada vez mayores, durante 72 horas como máximo cada uno. Los comprobantes se timbran y cancelan con normalidad.',
      disabled:
        'Ya no se le envía ningún evento, y los que estaban en espera no se enviarán. Los comprobantes se timbran y cancelan con normalidad.',
    },
    advice: {
      failing: (id) =>
        `Revise el servidor que recibe los eventos. Los intentos de entrega, con la respuesta de su servidor, se consultan con GET /v2/webhooks/${id}/attempts. Cuando funcione, envíe POST /v2/webhooks/${id}/resend-failed para recibir lo que no llegó.`,
      disabled: (id) =>
        `Cuando su servidor funcione, habilite el webhook con PUT /v2/webhooks/${id} y {"status": "enabled"}. Reciba después lo que no llegó con POST /v2/webhooks/${id}/replay. Si ya no lo necesita, elimínelo.`,
    },
    test: 'Es un webhook del ambiente de pruebas (Test): no afecta comprobantes con validez fiscal.',
    facts: {
      ...{ url: 'Dirección', id: 'Webhook', description: 'Descripción', environment: 'Ambiente' },
      ...{ since: 'Sin entregas desde', failed: 'Último intento fallido', error: 'Motivo' },
    },
    environments: { live: 'Live (producción)', test: 'Test (pruebas)' },
  },
  en: {
    subject: (kind, organization) =>
      kind === 'failing'
        ? `A webhook of ${organization} does not respond`
        : `A webhook of ${organization} was disabled`,
    failing: (organization, since, disabledAt) =>
      `A webhook of ${organization} has not received any event since ${since}. If it receives none before ${disabledAt}, it will be disabled.`,
    disabled: {
      gone: (organization) =>
        `A webhook of ${organization} was disabled because its server answered that the address no longer exists (HTTP 410).`,
      failing: (organization, since) =>
        `A webhook of ${organization} was disabled because it has not received any event ${since ? `since ${since}` : 'for five days'}.`,
    },
    consequence: {
      failing:
        'Events are still sent, with longer and longer pauses, each for 72 hours at most. Documents are stamped and canceled as usual.',
      disabled:
        'It is sent no more events, and those that were waiting will not be sent. Documents are stamped and canceled as usual.',
    },
    advice: {
      failing: (id) =>
        `Check the server that receives the events. GET /v2/webhooks/${id}/attempts shows the delivery attempts with the answers of your server. Once it works, send POST /v2/webhooks/${id}/resend-failed to receive what did not arrive.`,
      disabled: (id) =>
        `Once your server works, enable the webhook with PUT /v2/webhooks/${id} and {"status": "enabled"}. Then receive what did not arrive with POST /v2/webhooks/${id}/replay. If you no longer need it, delete it.`,
    },
    test: 'It is a webhook of the Test environment: documents with fiscal validity are not affected.',
    facts: {
      ...{ url: 'Address', id: 'Webhook', description: 'Description', environment: 'Environment' },
      ...{ since: 'No delivery since', failed: 'Last failed attempt', error: 'Reason' },
    },
    environments: { live: 'Live', test: 'Test' },
  },
};
