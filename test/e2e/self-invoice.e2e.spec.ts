import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { closeShop, openShop, shop } from './self-invoice/shop.js';
import { tell } from '../support/story.js';

/** The portal on which customers invoice their receipts, over the whole service. */
beforeAll(openShop);
afterAll(closeShop);

await tell({
  'the portal': () => import('./self-invoice/portal.story.js'),
  'how receipts end': () => import('./self-invoice/ends.story.js'),
  'names and hosts': () => import('./self-invoice/names.story.js'),
  'guessing keys': () => import('./self-invoice/guessing.story.js'),
  'the widget': () => import('./self-invoice/widget.story.js'),
  'the widget in a browser': () => import('./self-invoice/widget-in-browser.story.js'),
  'the portal in a browser': () => import('./self-invoice/portal-in-browser.story.js'),
});

it('left no bugs', () => expect(shop.app.bugs()).toEqual([]));
