import type { OnApplicationShutdown } from '@nestjs/common';
import { isReservedHeader } from '#contracts';
import { judgeUrl, monotonicMs, type AddressRules, type SystemNow } from '#kernel';
import { readAnswer } from './answer-text.js';
import { connectDirectly, secure } from './dial.js';
import {
  ADDRESS_NOT_ALLOWED,
  CONNECTION_CLOSED,
  codesOf,
  explainFailure,
  explainStatus,
  isUnknown,
  SendFailure,
} from './failures.js';
import { Lines, type Line } from './lines.js';
import { DnsNames, type Names } from './names.js';
import { readRetryAfter } from './retry-after.js';
import { Tunnels, type ProxySettings } from './tunnel.js';

/** A request to an endpoint, signed already. */
export interface Outgoing {
  readonly url: string;
  readonly livemode: boolean;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What became of it. */
export interface SendResult {
  /** Null where there was no answer. */
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** The first 4 KB, as text; null where there was no answer. */
  readonly response_body: string | null;
  /** English, short, of a stable wording; null if and only if it was a success. */
  readonly error: string | null;
  /** For how long the endpoint wants to be left alone, a day at most. */
  readonly retry_after_ms: number | null;
}

export interface SenderOptions {
  readonly rules: AddressRules;
  readonly systemNow: SystemNow;
  /** The version of the installation, in `User-Agent`. */
  readonly version: string;
  readonly proxy?: ProxySettings | undefined;
  /** For failures that have no text yet: their codes. */
  readonly onUnknown?: (codes: readonly string[]) => void;
  readonly names?: Names;
  /** Authorities that are trusted besides the usual ones. */
  readonly ca?: string;
  readonly timeoutMs?: number;
}

/** Look-up, connection, TLS, the request and its answer, together. */
const TIMEOUT_MS = 10_000;
/** Shorter values are words of every answer. */
const LEAST_SECRET = 4;

/**
 * Calls strangers' servers (docs/adr/0055): only addresses that the rules allow, for ten seconds, without following
 * redirects, and reading little of what they say. It never throws.
 */
export class Sender implements OnApplicationShutdown {
  private readonly lines: Lines;
  private readonly timeoutMs: number;

  constructor(private readonly options: SenderOptions) {
    const { rules, proxy, ca, names = new DnsNames(), timeoutMs = TIMEOUT_MS } = options;
    this.timeoutMs = timeoutMs;
    const tunnels = proxy && new Tunnels(proxy, { connect: connectDirectly, secure, names, ca });
    this.lines = new Lines({ rules, names, tunnels, ca });
  }

  /** Connections that are open, in use or idle. */
  get connections(): number {
    return this.lines.size;
  }

  async send(outgoing: Outgoing): Promise<SendResult> {
    const startedAt = monotonicMs();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.timeoutMs);
    try {
      const answer = await this.post(outgoing, limit.signal);
      return { ...answer, duration_ms: since(startedAt) };
    } catch (error) {
      const none = { status_code: null, response_body: null, retry_after_ms: null };
      return { ...none, error: this.explain(error, limit.signal), duration_ms: since(startedAt) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends all connections; requests under way fail. */
  close(): Promise<void> {
    return this.lines.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private async post(outgoing: Outgoing, signal: AbortSignal): Promise<Omit<SendResult, 'duration_ms'>> {
    // Judged when it was stored, but the rules may be others by now.
    const problem = judgeUrl(outgoing.url, { livemode: outgoing.livemode, rules: this.options.rules });
    if (problem) throw new SendFailure(problem === 'https_only' ? 'https only in Live' : ADDRESS_NOT_ALLOWED);
    const url = new URL(outgoing.url);
    const line = this.lines.take(url);
    try {
      return await this.ask(line, { ...outgoing, url, signal });
    } catch (error) {
      this.lines.drop(line);
      // The other side closed an idle connection just when it was used again: nothing was read, so it may be sent anew.
      if (!line.wasUsed || line.hasAnswered || signal.aborted || !isClosed(error)) throw error;
    }
    const fresh = this.lines.open(url);
    try {
      return await this.ask(fresh, { ...outgoing, url, signal });
    } catch (error) {
      this.lines.drop(fresh);
      throw error;
    }
  }

  private async ask(
    line: Line,
    {
      url,
      body,
      headers,
      signal,
    }: Omit<Outgoing, 'url'> & { readonly url: URL; readonly signal: AbortSignal },
  ): Promise<Omit<SendResult, 'duration_ms'>> {
    const {
      status,
      headers: answered,
      body: stream,
    } = await line.post({
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        'User-Agent': `Timbra-Webhooks/${this.options.version}`,
        Accept: '*/*',
        'Accept-Encoding': 'identity',
      },
      ...{ body, signal },
    });
    const { text, isWhole } = await readAnswer(stream, secretsOf(headers));
    if (isWhole) this.lines.giveBack(line);
    else this.lines.drop(line);
    const error = explainStatus(status);
    const retryAfter = error === null ? null : readRetryAfter(answered, this.options.systemNow());
    return { status_code: status, response_body: text, error, retry_after_ms: retryAfter };
  }

  private explain(error: unknown, signal: AbortSignal): string {
    if (signal.aborted) return `timed out after ${this.timeoutMs / 1000} s`;
    const text = explainFailure(error);
    if (isUnknown(text)) this.options.onUnknown?.(codesOf(error));
    return text;
  }
}

const since = (startedAt: number): number => Math.round(monotonicMs() - startedAt);

const isClosed = (error: unknown): boolean => explainFailure(error) === CONNECTION_CLOSED;

/** Values of an endpoint's own headers, which may be passwords, and what they look like when a receiver says them back. */
const secretsOf = (headers: Outgoing['headers']): readonly string[] =>
  Object.entries(headers)
    .filter(([name]) => !isReservedHeader(name))
    .flatMap(([, value]) => [value, JSON.stringify(value).slice(1, -1), credentialsOf(value)])
    .filter((value) => value.length >= LEAST_SECRET)
    .sort((one, other) => other.length - one.length);

const SCHEMES = ['bearer', 'basic', 'token', 'apikey'];
const LEAST_CREDENTIALS = 8;

/** `Bearer abc`: what comes after the scheme. */
function credentialsOf(value: string): string {
  const [scheme = '', rest = ''] = value.split(' ', 2);
  return SCHEMES.includes(scheme.toLowerCase()) && rest.length >= LEAST_CREDENTIALS ? rest : '';
}
