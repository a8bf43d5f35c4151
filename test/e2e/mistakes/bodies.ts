import { universidad } from '../../support/bodies.js';
import { mistake, type Chapter } from './mistake.js';

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

export const bodies: Chapter = {
  title: 'Bodies',
  mistakes: [
    mistake('A comma too many', 'POST /products', '{\n  "description": "Ukelele",\n  "price": 345.6,\n}'),
    mistake('Single quotes', 'POST /products', "{'description': 'Ukelele'}"),
    mistake('A body that was cut off', 'POST /products', '{"description": "Ukelele", "price": 3'),
    mistake('A name that is there twice', 'POST /products', '{"price": 1, "price": 2}'),
    mistake(
      'A number of more digits than a number holds',
      'POST /products',
      '{"price": 12345678901234.56789}',
    ),
    mistake('A form in place of JSON', 'POST /products', 'description=Ukelele&price=345.6', form),
    mistake('A compressed body', 'POST /products', '{}', { headers: { 'content-encoding': 'gzip' } }),
    mistake('A list in place of one customer', 'POST /customers', [universidad]),
    mistake('A text in place of an object', 'POST /customers', '"UNIVERSIDAD ROBOTICA ESPAÑOLA"'),
    mistake('An empty body', 'POST /products', {}),
  ],
};
