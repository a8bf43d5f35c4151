import { Inject, Injectable } from '@nestjs/common';
import type { SystemNow } from '#kernel';
import type { Command, DownloadDifference, KnownDocument } from '#contracts';
import { SYSTEM_NOW } from '#hosting';
import { filesOf, MetadataReader, UnreadablePackage, type MetadataRow, type ZipSource } from '#pac';
import { Asking } from './asking.js';
import { DownloadRows } from './rows.js';
import type { Taken } from './taken.js';

/** Rows that are compared at a time: a package may have a million, of which no more are in memory. */
const AT_ONCE = 1_000;
/** Documents of a package whose status is asked at once; of the rest the watch has those that others issued. */
const MAX_ASKED = 100;

/** Takes packages of metadata: compares each document with what is here, and keeps what differs. */
@Injectable()
export class MetadataPackages {
  constructor(
    private readonly asking: Asking,
    private readonly rows: DownloadRows,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
  ) {}

  /** Throws UnreadablePackage, where a file cannot be understood whole: then it proves nothing. */
  async take(command: Command, zip: ZipSource, name: string): Promise<Taken> {
    const ask: string[] = [];
    let number = 0;
    for await (const rows of rowsOf(zip)) {
      const apart = await this.compare(command, rows, `${name} ${(number += 1)}`);
      const now = apart.slice(0, MAX_ASKED - ask.length);
      ask.push(...now.map(({ id }) => id));
      const later = apart.slice(now.length).filter(({ imported }) => imported);
      await this.rows.watchNow(
        command.tenant,
        later.map(({ uuid }) => uuid),
        this.now(),
      );
    }
    const counts = { imported: 0, duplicates: 0, refused: 0 };
    return { counts, problems: [], ask };
  }

  /** Keeps what differs, and gives the documents that the SAT has in another status. */
  private async compare(
    command: Command,
    rows: readonly MetadataRow[],
    about: string,
  ): Promise<readonly KnownDocument[]> {
    const uuids = rows.map(({ uuid }) => uuid);
    const { documents } = await this.asking.ask(command, 'gateway.match-documents', about, { uuids });
    const known = new Map(documents.map((one) => [one.uuid, one]));
    const differences = rows.flatMap((row) => differenceOf(row, known.get(row.uuid)));
    await this.rows.addMetadata(command.key, uuids, differences);
    return differences.flatMap(({ type, uuid }) => {
      const document = known.get(uuid);
      return type === 'status' && document ? [document] : [];
    });
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

async function* rowsOf(zip: ZipSource): AsyncGenerator<readonly MetadataRow[]> {
  let waiting: MetadataRow[] = [];
  for await (const { name, bytes } of filesOf(zip, '.txt')) {
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
