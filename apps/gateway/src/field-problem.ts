import { ApiProperty } from '@nestjs/swagger';

/** One of the `errors` that an answer has of a part of the request: as in the error that the part alone would get. */
export class FieldProblem {
  @ApiProperty({ description: 'In the language of the request' }) message!: string;
  @ApiProperty({ description: 'Stable: let your code depend on this field' }) code!: string;
  @ApiProperty({ description: 'Who says so: service, sat or pac' }) source!: string;
  @ApiProperty({ required: false, description: 'The part of the request that is wrong' }) location?: string;
  @ApiProperty({ required: false, description: 'Path of the field' }) path?: string;
  @ApiProperty({ required: false, description: 'Where the code is explained' }) doc_url?: string;
}
