import { ApiProperty } from '@nestjs/swagger';
import {
  DIFFERENCES,
  DOWNLOAD_FORMATS,
  DOWNLOAD_KINDS,
  type DifferenceType,
  type DownloadDayStatus,
  type DownloadFormat,
  type DownloadKind,
  type DownloadStatus,
} from '#contracts';
import { Integer, ListOf, ListQuery, OneOf, Text } from '#http';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, exact: 10, expected: 'YYYY-MM-DD' } as const;

/** What is to be downloaded from the SAT. */
export class DownloadBody {
  @Text({ ...DAY, description: 'First day, by the clock of Mexico City; six years ago at most' })
  from!: string;

  @Text({ ...DAY, description: 'Last day, included: today at most, and 366 days at a time' })
  to!: string;

  @OneOf([...DOWNLOAD_KINDS], {
    valueNames: [
      { word: 'issued', names: ['emitidos'] },
      { word: 'received', names: ['recibidos'] },
    ],
    description: 'Which documents',
  })
  kind!: DownloadKind;

  @OneOf([...DOWNLOAD_FORMATS], {
    valueNames: [{ word: 'metadata', names: ['metadatos'] }],
    description: '`xml` imports the documents; `metadata` compares what the SAT has with what is here',
  })
  format!: DownloadFormat;
}

/** What is downloaded of every day. */
export class DailyBody {
  @ListOf(
    { kind: 'oneOf', values: [...DOWNLOAD_KINDS] },
    { min: 0, max: 2, description: 'Which documents; none: nothing is' },
  )
  kinds!: DownloadKind[];

  @OneOf([...DOWNLOAD_FORMATS], { optional: true, description: '`xml`, unless said' })
  format?: DownloadFormat;
}

export class DailySettings {
  @ApiProperty({ enum: DOWNLOAD_KINDS, isArray: true, description: 'Which documents; none: nothing is' })
  kinds!: readonly DownloadKind[];
  @ApiProperty({ enum: DOWNLOAD_FORMATS, description: 'What is fetched of each document' })
  format!: DownloadFormat;
}

export class ListDownloads extends ListQuery {}

export class DifferencesQuery {
  @Integer({ min: 1, max: 100_000, optional: true, description: 'Page, from 1' }) page?: number;
  @Integer({ ...{ min: 1, max: 100, optional: true }, description: 'By default, 50' }) limit?: number;
  @OneOf([...DIFFERENCES], { optional: true, description: 'Only those of one type' }) type?: DifferenceType;
}

export class DownloadProblemDoc {
  @ApiProperty({ description: "A code of the SAT's (300 to 5006), or of this service" }) code!: string;
  @ApiProperty({ enum: ['sat', 'service'] }) source!: 'sat' | 'service';
  @ApiProperty({ description: 'For people, in the language of the request' }) message!: string;
}

class DifferenceCountsDoc {
  @ApiProperty({ type: 'integer', description: 'The SAT has them, and they are not here' })
  missing_here!: number;
  @ApiProperty({ type: 'integer', description: 'They are here, and the SAT has them not' })
  missing_at_sat!: number;
  @ApiProperty({ type: 'integer', description: 'Both have them, in another status' }) status!: number;
}

class Counted {
  @ApiProperty({ type: 'integer', description: 'Documents that the SAT says there are' }) documents!: number;
  @ApiProperty({ type: 'integer', description: 'Documents that it brought here' }) imported!: number;
  @ApiProperty({ type: 'integer', description: 'They were here before' }) duplicates!: number;
  @ApiProperty({ type: 'integer', description: 'Documents that are none that can be imported' })
  refused!: number;
}

/** A bulk download. */
export class DownloadListed extends Counted {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['processing', 'finished', 'failed', 'stopped'], description: 'How far it is' })
  status!: DownloadStatus;
  @ApiProperty({ enum: DOWNLOAD_KINDS, description: 'Which documents' }) kind!: DownloadKind;
  @ApiProperty({ enum: DOWNLOAD_FORMATS, description: 'What is fetched of each document' })
  format!: DownloadFormat;
  @ApiProperty({ format: 'date', description: 'First day' }) from!: string;
  @ApiProperty({ format: 'date', description: 'Last day' }) to!: string;
  @ApiProperty({ enum: ['request', 'daily'], description: '`daily`: by the setting of the organization' })
  origin!: 'request' | 'daily';
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When it ended; null: not yet',
  })
  finished_at!: string | null;
  @ApiProperty({ type: 'integer', description: 'How many days it has' }) days_total!: number;
  @ApiProperty({ type: 'integer', description: 'How many of them are here' }) days_finished!: number;
  @ApiProperty({ type: 'integer', description: 'How many of them were given up' }) days_failed!: number;
  @ApiProperty({ type: () => DifferenceCountsDoc, nullable: true, description: 'Of metadata, once compared' })
  differences!: DifferenceCountsDoc | null;
  @ApiProperty({ type: () => DownloadProblemDoc, nullable: true, description: 'Why it failed' })
  error!: DownloadProblemDoc | null;
}

class DownloadDayDoc extends Counted {
  @ApiProperty({ format: 'date', description: 'The day' }) date!: string;
  @ApiProperty({
    enum: ['waiting', 'requested', 'downloading', 'finished', 'failed'],
    description: 'How far it is',
  })
  status!: DownloadDayStatus;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it goes on' })
  next_at!: string | null;
  @ApiProperty({ type: () => DownloadProblemDoc, nullable: true, description: 'What is in its way' })
  error!: DownloadProblemDoc | null;
}

class RefusedDocument {
  @ApiProperty({ description: "As the SAT's package calls it" }) file!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Folio fiscal, where it can be read' }) uuid!:
    string | null;
  @ApiProperty({ description: 'Why it was refused' }) code!: string;
  @ApiProperty({ description: 'The same for people, in the language of the request' }) message!: string;
}

export class DownloadDetail extends DownloadListed {
  @ApiProperty({ type: () => [DownloadDayDoc], description: 'How far each day is' })
  days!: readonly DownloadDayDoc[];
  @ApiProperty({ type: () => [RefusedDocument], description: 'The first hundred that were refused' })
  errors!: readonly RefusedDocument[];
}

/** A document on which the SAT and this service differ. */
export class Difference {
  @ApiProperty({ enum: DIFFERENCES, description: 'What differs' }) type!: DifferenceType;
  @ApiProperty({ description: 'Folio fiscal' }) uuid!: string;
  @ApiProperty({ description: 'RFC of the issuer' }) issuer_tax_id!: string;
  @ApiProperty({ description: 'Name of the issuer' }) issuer_name!: string;
  @ApiProperty({ description: 'RFC of the receiver' }) receiver_tax_id!: string;
  @ApiProperty({ description: 'Name of the receiver' }) receiver_name!: string;
  @ApiProperty({ description: 'Decimal text' }) total!: string;
  @ApiProperty({ description: "The document's local time; of what only this service has, an instant" })
  date!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'RFC of the PAC that stamped it, as the SAT says',
  })
  pac_tax_id!: string | null;
  @ApiProperty({
    ...{ enum: ['valid', 'canceled', null], nullable: true, type: String },
    description: 'Its status at the SAT; null: the SAT does not have it',
  })
  sat_status!: 'valid' | 'canceled' | null;
  @ApiProperty({ type: String, nullable: true, description: 'Its status here; null: it is not here' })
  status!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Id of the invoice here; null: it is not here' })
  invoice_id!: string | null;
}

export class DifferencePage {
  @ApiProperty({ type: 'integer', description: 'This page, from 1; 0: there are none' }) page!: number;
  @ApiProperty({ type: 'integer', description: 'How many pages there are' }) total_pages!: number;
  @ApiProperty({ type: 'integer', description: 'How many differences there are' }) total_results!: number;
  @ApiProperty({ description: 'Always false: all of them are counted' }) totals_are_capped!: boolean;
  @ApiProperty({ type: () => [Difference], description: 'The differences of this page' })
  data!: readonly Difference[];
}
