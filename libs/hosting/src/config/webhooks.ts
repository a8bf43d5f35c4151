import { integer } from './integer.js';

/** Settings of webhooks. */
export interface WebhookSettings {
  /** How many endpoints an organization may have in each environment. */
  readonly limit: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** @throws {StartupError} */
export const webhookSettings = (env: Env): WebhookSettings => ({
  limit: integer(env, 'TIMBRA_WEBHOOK_LIMIT', 20, 1, 1_000),
});
