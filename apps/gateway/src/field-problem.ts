import { ApiProperty } from '@nestjs/swagger';

/** One of the `errors` that an answer has of a part of the request: as in the error that the part alone would get. */
export class FieldProblem {
  @ApiProperty() message!: string;
  @ApiProperty() code!: string;
  @ApiProperty() source!: string;
  @ApiProperty({ required: false }) location?: string;
  @ApiProperty({ required: false }) path?: string;
  @ApiProperty({ required: false }) doc_url?: string;
}
