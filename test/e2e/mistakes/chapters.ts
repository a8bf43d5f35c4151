import { access } from './access.js';
import { bodies } from './bodies.js';
import { customers } from './customers.js';
import { invoices } from './invoices.js';
import { life } from './life.js';
import type { Chapter } from './mistake.js';
import { payments } from './payments.js';
import { products } from './products.js';

/** What new users do wrong, by what they are doing. */
export const chapters: readonly Chapter[] = [access, bodies, customers, products, invoices, payments, life];
