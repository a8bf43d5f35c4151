import { setTimeout as sleep } from 'node:timers/promises';
import { requestOf } from '../support/request.js';
import type { CrashingService } from './service.js';

/** An invoice as answers show it, as far as these tests look. */
export interface InvoiceDoc {
  readonly id: string;
  readonly status: 'draft' | 'pending' | 'valid' | 'canceled' | 'failed';
  readonly cancellation_status: string;
  readonly uuid: string | null;
  readonly total: number;
  readonly folio_number: number | null;
  readonly series: string | null;
  readonly external_id: string | null;
}

/** One row of the sandbox provider's own ledger. */
export interface StampDoc {
  readonly uuid: string;
  readonly total: number;
  readonly seal: string;
  readonly request_id: string;
}

export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of all kinds
  readonly body: any;
}

/** One request and its result; every try except the last ended without an answer. */
export interface JournalEntry {
  readonly request: string;
  readonly external_id: string | undefined;
  readonly tries: number;
  readonly answer: Answer;
}

/** What is sent; the journal has its external_id. */
type Body = object & { readonly external_id?: string };

const ANSWER_MS = 60_000;

/**
 * A client that never gives up: a request without an answer is sent again, the same bytes, once the service
 * is back. Everything is written down.
 */
export class PatientClient {
  readonly journal: JournalEntry[] = [];

  /** `key`: whose requests these are; the demo organization's test key, unless said. */
  constructor(
    private readonly service: CrashingService,
    private readonly key?: string,
  ) {}

  /** Sends `METHOD /path` below /v2 with a JSON body. */
  async send(request: string, body?: Body): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once(request, body).catch(noAnswer);
      // A service without its database says so by 5xx, in the moment before it is killed too.
      if (!answer || (answer.status >= 500 && this.service.dying)) continue;
      this.journal.push({ request, external_id: body?.external_id, tries, answer });
      return answer;
    }
  }

  /** Reads every page of a list. */
  async all<Doc>(path: string): Promise<Doc[]> {
    const docs: Doc[] = [];
    for (let page = 1; ; page += 1) {
      const { status, body } = await this.send(`GET ${path}?page=${page}&limit=100`);
      if (status !== 200) throw new Error(`${path}, page ${page}: ${JSON.stringify(body)}`);
      docs.push(...(body.data as Doc[]));
      if (page >= body.total_pages) return docs;
    }
  }

  /** Reads a whole list by cursor, which knows no end of its own. */
  async allByCursor<Doc>(path: string): Promise<Doc[]> {
    const docs: Doc[] = [];
    for (let after = ''; ;) {
      const { status, body } = await this.send(`GET ${path}?pagination=cursor&limit=100${after}`);
      if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
      docs.push(...(body.data as Doc[]));
      if (body.next_cursor === null) return docs;
      after = `&after=${encodeURIComponent(body.next_cursor as string)}`;
    }
  }

  /** Sends it once; rejects where no answer comes. */
  async once(request: string, body?: unknown): Promise<Answer> {
    const { base_url, test_key } = await this.service.facts();
    const [method = 'GET', path = ''] = request.split(' ');
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(
      base_url + path,
      requestOf(method, { key: this.key ?? test_key, body, signal }),
    );
    return { status: response.status, body: await response.json() };
  }
}

/** The connection broke or was refused; what was sent may or may not have been done. */
async function noAnswer(error: unknown): Promise<undefined> {
  // fetch throws a TypeError then, of Jest's outer realm.
  if (!(error as Error | undefined)?.stack?.startsWith('TypeError')) throw error;
  // The death of the service is seen here a moment before it is noticed where it was caused.
  await sleep(10);
  return undefined;
}
