import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { ImportDocumentsHandler } from './commands.js';
import { Importer } from './importer.js';
import { Material } from './material.js';
import { OrganizationRfc } from './organization.js';
import { Standings } from './standings.js';
import { Suppliers } from './suppliers.js';

export const importHandlers = {
  'reception.import': ImportDocumentsHandler,
} satisfies LinePart<'reception'>;

export const importProviders: Provider[] = [Importer, Material, OrganizationRfc, Standings, Suppliers];
