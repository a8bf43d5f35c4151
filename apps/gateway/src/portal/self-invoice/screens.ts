import type { Page } from '../hosting.js';
import { noticePage, pageOf, type Frame } from '../layout.js';
import { script } from '../tax-info/script.js';
import {
  askTemplate,
  doneTemplate,
  pendingTemplate,
  previewTemplate,
  receiptTemplate,
  type AskView,
  type DoneView,
  type PendingView,
  type PreviewView,
  type ReceiptFormView,
} from './template.js';

/** What a visitor sees, by the name of its page: everything that it says, in their language. */
export type Screen =
  | { readonly name: 'ask'; readonly view: AskView }
  | { readonly name: 'receipt'; readonly view: ReceiptFormView }
  | { readonly name: 'preview'; readonly view: PreviewView }
  | { readonly name: 'pending'; readonly view: PendingView }
  | { readonly name: 'done'; readonly view: DoneView }
  | { readonly name: 'notice'; readonly view: NoticeView };

export interface NoticeView {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** A page of the portal, and what is on it: for a browser that shows the page, and for the widget that draws it itself. */
export interface PortalPage extends Page {
  readonly frame: Frame;
  readonly screen: Screen;
}

const contentOf = (screen: Exclude<Screen, { name: 'notice' }>): string => {
  switch (screen.name) {
    case 'ask':
      return askTemplate(screen.view);
    case 'receipt':
      return receiptTemplate(screen.view);
    case 'preview':
      return previewTemplate(screen.view);
    case 'pending':
      return pendingTemplate(screen.view);
    case 'done':
      return doneTemplate(screen.view);
  }
};

/** A page with a screen. Its markup is made for who asks for that. */
export function show(frame: Frame, status: number, screen: Screen): PortalPage {
  const html = (nonce: string): string =>
    screen.name === 'notice'
      ? noticePage(frame, 'stop', screen.view.paragraphs)(nonce)
      : pageOf(frame, contentOf(screen), screen.name === 'pending' ? '' : script)(nonce);
  return { status, brand: frame.brand, html, frame, screen };
}
