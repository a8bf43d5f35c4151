import { ApiProperty } from '@nestjs/swagger';
import type { FileOfForm } from '#http';
import { FieldProblem } from '../../field-problem.js';

const MB = 1024 * 1024;
export const MOST_XML_BYTES = 5 * MB;
export const MOST_ZIP_BYTES = 50 * MB;

/** The form of an import. */
export const importForm: FileOfForm = {
  name: 'file',
  maxBytes: MOST_ZIP_BYTES,
  missing: 'invoice_import_file_required',
};

class ImportResult {
  @ApiProperty({ description: 'The name of the file in the ZIP' }) file!: string;
  @ApiProperty({ enum: ['imported', 'duplicate', 'refused'], description: 'What became of it' }) status!:
    'imported' | 'duplicate' | 'refused';
  @ApiProperty({ type: String, nullable: true, description: 'Of what was not imported: why' })
  code!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The same in words' }) message!: string | null;
  @ApiProperty({
    type: () => [FieldProblem],
    description: 'What is wrong in it, where the code does not say it all',
  })
  errors!: readonly FieldProblem[];
  @ApiProperty({ type: String, nullable: true, description: 'Folio fiscal, if it could be read' }) uuid!:
    string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The invoice that it is now, or was before',
  })
  id!: string | null;
}

/** What became of the files of a ZIP, in its order. */
export class ImportedFiles {
  @ApiProperty({ type: () => [ImportResult], description: 'One for each file, in the order of the ZIP' })
  results!: readonly ImportResult[];
}
