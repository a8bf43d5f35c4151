import { ApiProperty } from '@nestjs/swagger';
import {
  INVOICE_HISTORY_TYPES,
  INVOICE_SOURCES,
  RETENTION_HISTORY_TYPES,
  type InvoiceHistoryType,
  type InvoiceSource,
  type RetentionHistoryType,
} from '#contracts';
import { ListQuery } from '#http';

export class HistoryQuery extends ListQuery {}

const scalar = {
  nullable: true,
  oneOf: [{ type: 'string' as const }, { type: 'number' as const }, { type: 'boolean' as const }],
};

export class HistoryChange {
  @ApiProperty({ description: 'Name of the field' }) field!: string;
  @ApiProperty({ ...scalar, required: false, description: 'The previous value, if both values are short' })
  from?: unknown;
  @ApiProperty({ ...scalar, required: false, description: 'The new value' }) to?: unknown;
}

export class HistoryActor {
  @ApiProperty({ enum: ['key', 'service'], description: 'Who did it' }) type!: 'key' | 'service';
  @ApiProperty({ description: 'Id of the API key, or name of the part of the service' }) id!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'First characters of the API key, if the service still knows it',
  })
  first_12!: string | null;
}

export class HistoryError {
  @ApiProperty({ description: 'In the language of the request' }) message!: string;
  @ApiProperty({ description: 'The code of the service, the SAT or the PAC' }) code!: string;
  @ApiProperty({ enum: ['service', 'sat', 'pac'], description: 'Who says so' }) source!: string;
  @ApiProperty({ required: false, description: 'The part of the request that is wrong' }) location?: string;
  @ApiProperty({ required: false, description: 'Path of the field' }) path?: string;
}

/** A second stamp of a document. */
export class SurplusStamp {
  @ApiProperty({ description: 'Its folio fiscal' }) uuid!: string;
  @ApiProperty({ description: 'The PAC that stamped it' }) pac!: string;
}

/** What every event of a history says. */
class DocumentEvent {
  @ApiProperty({ description: 'Id of the event (UUID)' }) id!: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it happened' }) created_at!: string;
  @ApiProperty({ type: () => HistoryActor, description: 'Who did it' }) actor!: HistoryActor;
  @ApiProperty({ description: 'The log id of the request that caused it' }) correlation_id!: string;
  @ApiProperty({ type: () => [HistoryChange], description: 'The fields that an edit changed' })
  changes!: HistoryChange[];
  @ApiProperty({ type: String, nullable: true, description: 'The reason for a refusal' }) code!:
    string | null;
  @ApiProperty({ type: () => [HistoryError], description: 'What a refusal says in detail' })
  errors!: HistoryError[];
  @ApiProperty({ required: false, description: 'Date of the issue, the stamp or the cancellation' })
  date?: string;
  @ApiProperty({ required: false, description: 'Folio fiscal' }) uuid?: string;
  @ApiProperty({ required: false, description: 'Why the result is uncertain' }) reason?: string;
  @ApiProperty({ required: false, description: 'Motive of the cancellation (c_Motivo)' }) motive?: string;
  @ApiProperty({
    required: false,
    type: String,
    nullable: true,
    description: 'UUID of the document that takes its place',
  })
  substitution?: string | null;
  @ApiProperty({ required: false, description: 'How far the cancellation is' }) cancellation_status?: string;
  @ApiProperty({ required: false, description: 'The PAC that stamped it, or that was asked' }) pac?: string;
  @ApiProperty({ required: false, description: 'How often it had been sent to a PAC by then' })
  attempts?: number;
  @ApiProperty({
    ...{ required: false, type: () => SurplusStamp },
    description: 'A stamp that the document has beside its own, until it is canceled',
  })
  surplus_stamp?: SurplusStamp;
  @ApiProperty({
    ...{ required: false, enum: ['canceled', 'reported', 'pending', 'refused'] },
    description: 'What became of the surplus stamp',
  })
  status?: string;
  @ApiProperty({
    ...{ required: false, type: String, nullable: true },
    description: 'What the SAT says of the list of article 69-B, where that has changed',
  })
  efos?: string | null;
}

/** One event of an invoice's history. Which of the fields below `errors` are there follows from its type. */
export class HistoryEvent extends DocumentEvent {
  @ApiProperty({ enum: INVOICE_HISTORY_TYPES, description: 'What happened' }) type!: InvoiceHistoryType;
  @ApiProperty({
    required: false,
    type: Number,
    nullable: true,
    description: 'Its total; null: it can’t be computed yet',
  })
  total?: number | null;
  @ApiProperty({ required: false, description: 'The invoice that this one was copied from' })
  copied_from?: string;
  @ApiProperty({ required: false, type: String, nullable: true, description: 'The series that it got' })
  series?: string | null;
  @ApiProperty({ required: false, description: 'The folio that it got' }) folio_number?: number;
  @ApiProperty({ required: false, description: 'The payment (type P) that paid the invoice' })
  payment?: string;
  @ApiProperty({ required: false, description: 'What was paid of it, in its currency' }) amount?: number;
  @ApiProperty({ required: false, enum: INVOICE_SOURCES, description: 'How a document of others came here' })
  source?: InvoiceSource;
  @ApiProperty({
    ...{ required: false, type: String, nullable: true, enum: ['valid', 'canceled', 'not_found', null] },
    description: 'How the tax authority has a document of others; null: it has not answered',
  })
  sat_status?: string | null;
}

/** One event of a retention's history. Which of the fields below `errors` are there follows from its type. */
export class RetentionHistoryEvent extends DocumentEvent {
  @ApiProperty({ enum: RETENTION_HISTORY_TYPES, description: 'What happened' }) type!: RetentionHistoryType;
  @ApiProperty({ required: false, description: 'The retention that this one was copied from' })
  copied_from?: string;
  @ApiProperty({ required: false, description: 'What was paid' }) monto_tot_operacion?: number;
  @ApiProperty({ required: false, type: Number, nullable: true, description: 'What was withheld' })
  monto_tot_ret?: number | null;
}
