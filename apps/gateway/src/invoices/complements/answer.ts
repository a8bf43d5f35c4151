import { ApiProperty } from '@nestjs/swagger';

/** A complement of an invoice; the document has `schemas.ts` in its place. */
export class InvoiceComplement {
  @ApiProperty() type!: string;
  @ApiProperty({ type: Object }) data!: object | string;
}
