import { Inject, Injectable } from '@nestjs/common';
import type { Command, DownloadDifference, KnownDocument } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { filesOf, MetadataReader, UnreadablePackage, type MetadataRow } from '#pac';
import { Asking } from './asking.js';
import { DownloadRows } from './rows.js';
import type { Taken } from './taken.js';

/** Rows that are compared at a time: a package may have a million, of which no more are in memory. */
const AT_ONCE = 1_000;
/** Own invoices of a package that are asked for at once; the rest shows in the differences. */
const MAX_ASKED = 100;

/** Takes packages of metadata: compares each document with what is here, and keeps what differs. */
@Injectable()
export class MetadataPackages {
  constructor(
    private readonly asking: Asking,
    private readonly rows: DownloadRows,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  /** Throws UnreadablePackage, where a file cannot be understood whole: then it proves nothing. */
  async take(command: Command, store: string): Promise<Taken> {
    const zip = await this.contents.get(command.tenant, store);
    if (!zip) throw new UnreadablePackage('it is gone');
    const ask: string[] = [];
    let number = 0;
    for await (const rows of rowsOf(zip)) {
      const found = await this.compare(command, rows, `${store} ${(number += 1)}`);
      ask.push(...found.slice(0, MAX_ASKED - ask.length));
    }
    const counts = { imported: 0, duplicates: 0, refused: 0 };
    return { counts, problems: [], ask };
  }

  /** Gives the own invoices that the SAT has in another status; of imported ones the watch takes care. */
  private async compare(command: Command, rows: readonly MetadataRow[], about: string): Promise<string[]> {
    const uuids = rows.map(({ uuid }) => uuid);
    const { documents } = await this.asking.ask(command, 'gateway.match-documents', about, { uuids });
    const known = new Map(documents.map((one) => [one.uuid, one]));
    const differences = rows.flatMap((row) => differenceOf(row, known.get(row.uuid)));
    await this.rows.addMetadata(command.key, uuids, differences);
    const apart = differences.flatMap(({ type, uuid }) => {
      const document = known.get(uuid);
      return type === 'status' && document ? [document] : [];
    });
    await this.rows.watchNow(
      command.tenant,
      apart.filter(({ imported }) => imported).map(({ uuid }) => uuid),
    );
    return apart.filter(({ imported }) => !imported).map(({ id }) => id);
  }
}

function differenceOf(row: MetadataRow, known: KnownDocument | undefined): DownloadDifference[] {
  const satStatus = row.vigente ? 'valid' : 'canceled';
  if (known && (known.status === 'canceled') === !row.vigente) return [];
  return [
    {
      ...{ type: known ? 'status' : 'missing_here', uuid: row.uuid },
      ...{ issuer_tax_id: row.rfcEmisor, issuer_name: row.nombreEmisor },
      ...{ receiver_tax_id: row.rfcReceptor, receiver_name: row.nombreReceptor },
      ...{ total: row.monto, date: row.fechaEmision, pac_tax_id: row.rfcPac, sat_status: satStatus },
      ...{ status: known?.status ?? null, invoice_id: known?.id ?? null },
    },
  ];
}

async function* rowsOf(zip: Buffer): AsyncGenerator<readonly MetadataRow[]> {
  let waiting: MetadataRow[] = [];
  for (const { name, bytes } of filesOf(zip, '.txt')) {
    // Those "a cuenta de terceros" have other columns, and are named in the first file too.
    if (name.toLowerCase().endsWith('_tercero.txt')) continue;
    const [reader, text] = [new MetadataReader(), new TextDecoder()];
    const take = (rows: readonly MetadataRow[] | undefined): void => {
      if (!rows) throw new UnreadablePackage('metadata cannot be read');
      waiting.push(...rows);
    };
    for await (const piece of bytes) {
      take(reader.push(text.decode(piece, { stream: true })));
      while (waiting.length >= AT_ONCE) {
        yield waiting.slice(0, AT_ONCE);
        waiting = waiting.slice(AT_ONCE);
      }
    }
    take(reader.push(text.decode()));
    take(reader.end());
  }
  for (; waiting.length > 0; waiting = waiting.slice(AT_ONCE)) yield waiting.slice(0, AT_ONCE);
}
