import { ApiProperty } from '@nestjs/swagger';
import { MAX_BATCH_RECEIPTS } from '#contracts';
import { Integer, ListOf, ListQuery } from '#http';
import { FieldProblem } from '../../field-problem.js';
import { Receipt } from '../answer.js';
import { ReceiptBody } from '../dto.js';

/** A batch as it is described; each receipt is read by itself, so that a wrong one refuses no other. */
export class ReceiptBatchBody {
  @ListOf(() => ReceiptBody, {
    ...{ min: 1, max: MAX_BATCH_RECEIPTS },
    description: 'Each is read by itself: a wrong one refuses no other',
  })
  receipts!: ReceiptBody[];
}

/** What a batch must be, whatever its receipts are. */
export class ReceiptBatchShape {
  @ListOf({ kind: 'ignored' }, { min: 1, max: MAX_BATCH_RECEIPTS, alsoCalled: ['recibos', 'data'] })
  receipts!: unknown[];
}

/** The error that one receipt by itself would have been answered with. */
export class ReceiptProblem {
  @ApiProperty({ enum: [false], description: 'Always false' }) ok!: boolean;
  @ApiProperty({ description: 'For people, in the language of the request' }) message!: string;
  @ApiProperty({ type: 'integer', description: 'The status that POST /receipts answers with it' })
  status!: number;
  @ApiProperty({ description: 'Stable: let your code depend on this field' }) code!: string;
  @ApiProperty({ required: false, description: 'The part of the request that is wrong' }) location?: string;
  @ApiProperty({ required: false, description: 'The field of the receipt, or the column of the file' })
  path?: string;
  @ApiProperty({ type: () => [FieldProblem], description: 'All that is wrong with it' })
  errors!: readonly FieldProblem[];
  @ApiProperty({ required: false, description: 'The receipt that is in conflict' }) resource_id?: string;
  @ApiProperty({ required: false, description: 'Where the code is explained' }) doc_url?: string;
}

class BatchResult {
  @ApiProperty({ type: 'integer', description: 'Its place in the batch, from 0' }) index!: number;
  @ApiProperty({
    enum: ['created', 'existing', 'error'],
    description:
      '`existing`: its idempotency_key has made this receipt before, or another of the batch has it',
  })
  status!: 'created' | 'existing' | 'error';
  @ApiProperty({ type: () => Receipt, required: false, description: 'Of one that is there' })
  receipt?: Receipt;
  @ApiProperty({ type: () => ReceiptProblem, required: false, description: 'Of one that was refused' })
  error?: ReceiptProblem;
}

/** What became of the receipts of a batch, in the order sent. */
export class ReceiptBatch {
  @ApiProperty({ type: () => [BatchResult], description: 'One for each receipt, in the order sent' })
  data!: readonly BatchResult[];
}

/** A page of the wrong lines of an import. */
export class ImportQuery {
  @Integer({ ...{ min: 1, max: 100, optional: true }, description: 'Page of the wrong lines, 1,000 each' })
  page?: number;
}

export class ListImports extends ListQuery {}

class ImportError extends ReceiptProblem {
  @ApiProperty({ type: 'integer', description: 'Where the receipt begins in the file, from 1' })
  line!: number;
}

/** How far a file of receipts has been imported. */
export class ImportedReceipts {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['processing', 'finished'], description: 'Whether it is over' }) status!:
    'processing' | 'finished';
  @ApiProperty({ enum: ['csv', 'ndjson'], description: 'Of the file' }) format!: 'csv' | 'ndjson';
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When all lines had been looked at; null: not yet',
  })
  finished_at!: string | null;
  @ApiProperty({ type: 'integer', description: 'The size of the file' }) bytes!: number;
  @ApiProperty({ type: 'integer', description: 'Lines of the file, without its heading and blank ones' })
  lines!: number;
  @ApiProperty({ type: 'integer', description: 'Receipts that these lines are; lines of one ticket are one' })
  receipts!: number;
  @ApiProperty({ type: 'integer', description: 'How many of them have been looked at' }) processed!: number;
  @ApiProperty({ type: 'integer', description: 'Receipts that it made' }) created!: number;
  @ApiProperty({ type: 'integer', description: 'Their idempotency_key had made them before' })
  existing!: number;
  @ApiProperty({ type: 'integer', description: 'Receipts that were refused: `errors` says why' })
  failed!: number;
}

export class ReceiptImportDetail extends ImportedReceipts {
  @ApiProperty({ type: () => [ImportError], description: 'What is wrong, line by line: 1,000 a page' })
  errors!: readonly ImportError[];
  @ApiProperty({ description: 'Whether there are more errors: ask for the next page' }) has_more!: boolean;
}
