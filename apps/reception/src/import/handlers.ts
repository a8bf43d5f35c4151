import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { ImportDocumentsHandler } from './commands.js';

export const importHandlers = {
  'reception.import': ImportDocumentsHandler,
} satisfies LinePart<'reception'>;

export const importProviders: Provider[] = [];
