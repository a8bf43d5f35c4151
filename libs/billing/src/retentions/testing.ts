import {
  emptyAddress,
  emptyRetention,
  type CustomerSnapshot,
  type IssuerSnapshot,
  type RetentionContent,
} from '#contracts';
import type { RetentionTotals } from '#contracts';

/** A retention in the API's words, for specs: professional services, a tenth of ISR. */

export const retentionIssuer: IssuerSnapshot = {
  tax_id: 'EKU9003173C9',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_system: '601',
  address: { ...emptyAddress, zip: '06300' },
};

export const withheldFrom = (over: Partial<CustomerSnapshot> = {}): CustomerSnapshot => ({
  id: null,
  legal_name: 'Xochilt Casas Chavez',
  tax_id: 'CACX7605101P8',
  tax_system: '612',
  email: null,
  address: { ...emptyAddress, zip: '36257' },
  ...over,
});

export const foreigner = (over: Partial<CustomerSnapshot> = {}): CustomerSnapshot =>
  withheldFrom({
    legal_name: 'Acme Inc',
    tax_id: '123456789',
    tax_system: null,
    address: { ...emptyAddress, country: 'USA' },
    ...over,
  });

export const retentionTotals = (over: Partial<RetentionTotals> = {}): RetentionTotals => ({
  monto_tot_operacion: '1000',
  monto_tot_exent: '0',
  monto_tot_grav: null,
  monto_tot_ret: null,
  imp_retenidos: [{ base_ret: '1000', impuesto: 'ISR', monto_ret: '100', tipo_pago_ret: '04' }],
  utilidad_bimestral: null,
  isr_correspondiente: null,
  ...over,
});

export const retentionContent = (over: Partial<RetentionContent> = {}): RetentionContent => ({
  ...emptyRetention,
  customer: withheldFrom(),
  cve_retenc: '08',
  periodo: { mes_ini: 10, mes_fin: 11, ejerc: 2026 },
  totales: retentionTotals(),
  ...over,
});
