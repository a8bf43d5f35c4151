/** The names and values of one Secret. */
export type Secrets = Readonly<Record<string, string>>;
export const KEYS_OF: Readonly<Record<string, readonly string[]>>;
export function keyName(purpose: string): string;
export function ownDatabase(service: string): string;
export function kubernetes(
  database?: string,
  given?: Readonly<Record<`DATABASE_URL_${string}`, string>> & {
    readonly TIMBRA_KAFKA_PASSWORD?: string;
    readonly TIMBRA_SMTP_URL?: string;
    readonly TIMBRA_WEBHOOK_PROXY?: string;
    readonly TIMBRA_INBOUND_SECRET?: string;
    readonly TIMBRA_SW_PASSWORD?: string;
    readonly TIMBRA_SW_TOKEN?: string;
    readonly TIMBRA_FINKOK_PASSWORD?: string;
    readonly TIMBRA_FINKOK_SNID?: string;
    readonly TIMBRA_PRODIGIA_PASSWORD?: string;
  },
): Readonly<Record<string, Secrets>>;
