import { group } from './entry.js';

export const downloadErrors = group({
  download_not_found: {
    status: 404,
    es: 'No se encontró la descarga.',
    en: 'The download was not found.',
  },
});
