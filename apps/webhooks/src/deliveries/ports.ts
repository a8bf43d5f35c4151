import type { Webhook } from '#contracts';

/** One request to an endpoint, signed. */
export interface Outgoing {
  readonly url: string;
  readonly livemode: boolean;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What came of it. `error` is null only where it was answered 2xx. */
export interface Sent {
  readonly status_code: number | null;
  readonly duration_ms: number;
  readonly response_body: string | null;
  readonly error: string | null;
  readonly retry_after_ms: number | null;
}

/** Makes the requests; never throws. */
export interface SendsRequests {
  send(outgoing: Outgoing): Promise<Sent>;
}

/** What a delivery is made of. Each may throw: then nothing was sent, and the endpoint is not to blame. */
export interface DeliveryParts {
  bodyOf(eventId: string, thin: boolean): Promise<string>;
  /** The headers with the signatures, and the endpoint's own. */
  headersOf(signed: {
    readonly organizationId: string;
    readonly webhook: Webhook;
    readonly eventId: string;
    readonly body: string;
  }): Promise<Record<string, string>>;
}
