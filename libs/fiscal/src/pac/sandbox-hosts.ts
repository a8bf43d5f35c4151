import { QUERY_SERVICES } from '#cfdi';
import { PAC_HOSTS, type PacsConfig } from '#hosting/config/pacs';

/** The providers' own test systems, and the tax authority's. */
const SANDBOXES = {
  [QUERY_SERVICES.produccion]: QUERY_SERVICES.pruebas,
  [PAC_HOSTS.sw]: 'https://services.test.sw.com.mx',
  [PAC_HOSTS.swApi]: 'https://api.test.sw.com.mx',
  [PAC_HOSTS.finkok]: 'https://demo-facturacion.finkok.com',
  [PAC_HOSTS.prodigia]: 'https://pruebas.pade.mx/servicio/rest',
} as const;

const PRODUCTION: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SANDBOXES).map(([real, test]) => [hostOf(real), test]),
);

/**
 * The settings for documents of Test. They never go to a provider's production host: its test host takes its place, unless the
 * installation names yet another one, as a double's.
 */
export const inSandboxes = (config: PacsConfig): PacsConfig => ({
  ...config,
  sw: { ...config.sw, url: testUrl(config.sw.url), apiUrl: testUrl(config.sw.apiUrl) },
  finkok: { ...config.finkok, url: testUrl(config.finkok.url) },
  prodigia: { ...config.prodigia, url: testUrl(config.prodigia.url) },
});

/** The test host of a production host; any other address as it is. */
export const testUrl = (url: string): string => PRODUCTION[hostOf(url)] ?? url;

/** Its name, however it is written: any port, in capitals, with the dot of the root. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '');
}
