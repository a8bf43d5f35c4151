import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, TestApp } from '../../support/app.js';
import { inParts, line, payment } from '../../support/bodies.js';
import { documentForm } from '../../support/imports.js';
import { requestOf } from '../../support/request.js';
import type { CrashingService } from '../service.js';

/** A document that somebody else issued, as it is handed over. */
export interface Handed {
  readonly name: string;
  readonly uuid: string;
  readonly xml: Buffer;
}

/** What a client hands over at one time. */
export interface Post {
  readonly files: readonly Handed[];
  /** RFCs of suppliers that are new with it. */
  readonly suppliers: readonly string[];
  /** What its supplier has issued, and its key: the payment first. */
  readonly issued: { readonly key: string; readonly ids: readonly string[] };
  /** UUID of the invoice that is paid in parts, and what is due of it once its payment counts. */
  readonly owed: { readonly uuid: string; readonly due: number };
  /** A series of the past, and the folio that follows. */
  readonly past: { readonly series: string; readonly next: number };
}

const LEGAL = { tax_system: '601', address: { zip: '06300' } } as const;
const MINE = {
  ...{ name: 'Ahora', legal_name: 'MUDANZA DE EJEMPLO', tax_id: 'MEJ010203AB1' },
  ...LEGAL,
} as const;
const RECEIVER = {
  ...{ legal_name: MINE.legal_name, tax_id: MINE.tax_id, tax_system: MINE.tax_system, address: MINE.address },
} as const;

export interface Organization {
  readonly id: string;
  readonly key: string;
}

/** Who issues, and who imports: `now` is the importer, `before` the same taxpayer in another place. */
export class Parties {
  private made = 0;
  private constructor(
    private readonly service: CrashingService,
    readonly now: Organization,
    private readonly before: Organization,
  ) {}

  static async meet(service: CrashingService): Promise<Parties> {
    const now = await organization(service, MINE);
    return new Parties(service, now, await organization(service, { ...MINE, name: 'Antes' }));
  }

  /** The same taxpayers, asking another process. */
  through = (service: CrashingService): Parties => new Parties(service, this.now, this.before);

  /**
   * Documents that nobody has imported yet: of a new supplier an invoice, one that is paid in parts, its payment (which comes first)
   * and a plain one more; and of the own past one with the folio 40.
   */
  async supply(): Promise<Post> {
    const n = (this.made += 1);
    const rfc = `PRO0102${String(n % 28)
      .padStart(2, '0')
      .replace('00', '28')}${String(n).padStart(3, '0')}`;
    const legal = { name: `Proveedora ${n}`, legal_name: `PROVEEDORA ${n}`, tax_id: rfc, ...LEGAL };
    const supplier = await organization(this.service, legal);
    const plain = await this.issue(supplier, { items: [line({ price: 100 + n })], payment_form: '03' });
    const owed = await this.issue(supplier, inParts());
    const pays = { payment_form: '03', related_documents: [{ uuid: owed.uuid, amount: 160.01 }] };
    const paid = await this.issue(supplier, payment([pays]));
    const series = `P${n}`;
    const own = await this.issue(this.before, { ...SALE, series, folio_number: 40 });
    return {
      files: [
        await this.hand('pago.xml', paid, supplier),
        await this.hand('compra.xml', plain, supplier),
        await this.hand('parcialidades.xml', owed, supplier),
        await this.hand('propia.xml', own, this.before),
      ],
      suppliers: [rfc],
      issued: { key: supplier.key, ids: [paid.id, plain.id, owed.id] },
      owed: { uuid: owed.uuid, due: 999.99 },
      past: { series, next: 41 },
    };
  }

  /** One more invoice of the importer's own. */
  own = (fields: object): Promise<Json> => this.issue(this.now, { ...SALE, ...fields });

  /** Has events of imports told to an address. */
  async listen(url: string): Promise<void> {
    const enabled_events = ['invoice.received', 'invoice.imported', 'invoice.canceled_by_supplier'];
    const { status } = await ask(this.service, 'POST', '/webhooks', this.now.key, { url, enabled_events });
    if (status !== 201) throw new Error(`no endpoint: ${status}`);
  }

  /** Asks once for the importer; undefined where no answer comes. */
  async ask(method: string, path: string, body?: unknown): Promise<Asked | undefined> {
    return ask(this.service, method, path, this.now.key, body).catch(() => undefined);
  }

  /** Hands a file over until there is an answer, as clients do. */
  async send(bytes: Uint8Array, name: string): Promise<Asked> {
    for (;;) {
      const answer = await this.ask('POST', '/invoices/import', documentForm(bytes, name));
      if (answer && !(answer.status >= 500 && this.service.dying)) return answer;
      await sleep(20);
    }
  }

  /** As the stories ask. */
  api: TestApp['api'] = async (method, path, body, options = {}) => {
    const { base_url } = await this.service.facts();
    const answer = await fetch(base_url + path, requestOf(method, { key: this.now.key, ...options, body }));
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes, body: JSON.parse(bytes.toString()) };
  };

  async get(path: string): Promise<Json> {
    const { status, body } = await ask(this.service, 'GET', path, this.now.key);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  private async issue({ key }: Organization, fields: object): Promise<Json> {
    const { status, body } = await ask(this.service, 'POST', '/invoices', key, {
      ...fields,
      customer: RECEIVER,
    });
    if (status !== 200) throw new Error(`not issued: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  private async hand(name: string, { id, uuid }: Json, { key }: Organization): Promise<Handed> {
    const { base_url } = await this.service.facts();
    const answer = await fetch(`${base_url}/invoices/${id}/xml`, requestOf('GET', { key }));
    return { name, uuid, xml: Buffer.from(await answer.arrayBuffer()) };
  }
}

const SALE = { items: [line()], payment_form: '03' } as const;

export interface Asked {
  readonly status: number;
  readonly body: Json;
}

async function ask(
  service: CrashingService,
  method: string,
  path: string,
  key: string,
  body?: unknown,
): Promise<Asked> {
  const { base_url } = await service.facts();
  const answer = await fetch(base_url + path, requestOf(method, { key, body }));
  return { status: answer.status, body: (await answer.json()) as Json };
}

/** A new organization with its legal data, and its Test key. */
async function organization(service: CrashingService, legal: { name: string }): Promise<Organization> {
  const { user_key } = await service.facts();
  const { body: made } = await ask(service, 'POST', '/organizations', user_key, { name: legal.name });
  const { body: key } = await ask(service, 'GET', `/organizations/${made.id}/apikeys/test`, user_key);
  const put = await ask(service, 'PUT', `/organizations/${made.id}/legal`, user_key, legal);
  if (put.status !== 200) throw new Error(`no legal data: ${JSON.stringify(put.body)}`);
  return { id: made.id, key };
}
