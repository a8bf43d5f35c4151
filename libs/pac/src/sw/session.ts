import { send } from '../http.js';
import type { Unavailable } from '../port.js';
import { readMessage } from './codes.js';
import { readEnvelope, textOf } from './envelope.js';
import type { SwSettings } from './settings.js';

/** Renewed so long before its end: what was sent with it must not meet the end on its way. */
const MARGIN_MS = 120_000;
/**
 * So long a refused log-in is not tried again: documents in doubt ask many times, and SW may block who is wrong too often. Short, as
 * an account that was mended has documents waiting.
 */
const REFUSED_MS = 10_000;
/** Where the answer does not say it: the two hours that are documented, with a margin. */
const USUAL_MS = 3_600_000;

interface Token {
  readonly text: string;
  readonly untilMs: number;
}

/**
 * The token that every call carries: the one that lasts, or one of `/v2/security/authenticate`, kept until shortly before its
 * end. Calls at the same moment share one renewal, and a refused log-in is everybody's for ten seconds.
 */
export class SwSession {
  private current: Token | undefined;
  private renewal: Promise<Token | Unavailable> | undefined;
  private lastRefusal: { readonly atMs: number; readonly refusal: Unavailable } | undefined;

  constructor(
    private readonly settings: SwSettings,
    private readonly timeoutMs: number,
    private readonly now: () => Date,
  ) {
    if (settings.token !== undefined) this.current = { text: settings.token, untilMs: Infinity };
  }

  /** A token, or why there is none: then nothing was sent that could be stamped. */
  async token(): Promise<string | Unavailable> {
    if (this.current && this.now().getTime() < this.current.untilMs) return this.current.text;
    const refusal = this.recentRefusal();
    if (refusal) return refusal;
    this.renewal ??= this.renew().finally(() => (this.renewal = undefined));
    const token = await this.renewal;
    return 'kind' in token ? token : token.text;
  }

  /** SW has refused this token. True where another one may be had; one that lasts is all there is. */
  giveUp(token: string): boolean {
    if (this.settings.token !== undefined) return false;
    if (this.current?.text === token) this.current = undefined;
    return true;
  }

  private async renew(): Promise<Token | Unavailable> {
    const token = await this.authenticate();
    // From the answer on, not from the question: it may have taken long.
    this.lastRefusal =
      'kind' in token && token.trouble === 'account'
        ? { atMs: this.now().getTime(), refusal: token }
        : undefined;
    return token;
  }

  /** A clock that was set back ends it: it is never longer. */
  private recentRefusal(): Unavailable | undefined {
    if (!this.lastRefusal) return undefined;
    const age = this.now().getTime() - this.lastRefusal.atMs;
    return age >= 0 && age < REFUSED_MS ? this.lastRefusal.refusal : undefined;
  }

  private async authenticate(): Promise<Token | Unavailable> {
    const { url, user, password } = this.settings;
    if (user === undefined || password === undefined) return refused('there are no credentials for SW');
    const outcome = await send({
      method: 'POST',
      url: `${url}/v2/security/authenticate`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user, password }),
      ...{ timeoutMs: this.timeoutMs, maxBytes: 64 * 1024 },
    });
    // Nothing but the log-in was sent, whatever became of it.
    if (outcome.kind !== 'answer')
      return { kind: 'unavailable', reason: `SW's log-in: ${outcome.reason}`, trouble: 'not_reached' };
    const answer = readEnvelope(outcome.body);
    const text = answer?.success ? textOf(answer.data['token']) : undefined;
    if (answer && text !== undefined && /^[\x21-\x7e]{1,8192}$/.test(text))
      return (this.current = { text, untilMs: this.endOf(answer.data['expires_in']) });
    const { code, text: said } = readMessage(answer?.message, answer?.detail);
    if (answer && !answer.success && outcome.status < 500)
      return refused(`SW refuses the log-in: ${said}`, code);
    if (outcome.status === 401 || outcome.status === 403) return refused('SW refuses the log-in');
    return {
      kind: 'unavailable',
      reason: `SW's log-in answers HTTP ${outcome.status}, unreadable`,
      trouble: 'maintenance',
    };
  }

  /** `expires_in` is a time in seconds since 1970, not a duration as its name says. */
  private endOf(expiresIn: unknown): number {
    const now = this.now().getTime();
    const ms = Number(expiresIn) * 1_000;
    const left = Number.isFinite(ms) && ms > now ? ms - now : USUAL_MS;
    return now + Math.max(left - MARGIN_MS, left / 2);
  }
}

const refused = (reason: string, code = ''): Unavailable => ({
  ...{ kind: 'unavailable', reason, trouble: 'account' },
  ...(code !== '' && { code }),
});
