import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import {
  BeginReceiptImportHandler,
  DropImportPiecesHandler,
  ImportReceiptPieceHandler,
  KeepImportPieceHandler,
  ListReceiptImportsHandler,
  OpenOfReceiptImportHandler,
  ReadReceiptImportHandler,
} from './commands.js';
import { Imports } from './imports.js';
import { ImportPieces } from './pieces.js';
import { ImportRows } from './store.js';

export const importHandlers = {
  'receipts.keep-piece': KeepImportPieceHandler,
  'receipts.drop-pieces': DropImportPiecesHandler,
  'receipts.begin-import': BeginReceiptImportHandler,
  'receipts.import-piece': ImportReceiptPieceHandler,
  'receipts.read-import': ReadReceiptImportHandler,
  'receipts.open-of-import': OpenOfReceiptImportHandler,
  'receipts.list-imports': ListReceiptImportsHandler,
} satisfies LinePart<'receipts'>;

export const importProviders: Provider[] = [Imports, ImportRows, ImportPieces];
