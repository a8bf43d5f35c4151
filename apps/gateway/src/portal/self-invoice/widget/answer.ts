import type { FastifyReply } from 'fastify';
import type { Refusal } from '#kernel';
import { frameWords } from '../../layout.js';
import { REFRESH_SECONDS } from '../readings.js';
import type { PortalPage, Screen } from '../screens.js';
import { texts } from '../texts.js';
import type { Again } from '../views.js';

/** What the widget draws: a page of the portal in words, without its markup, logo and addresses of other pages. */
export interface WidgetAnswer {
  readonly screen: Screen['name'];
  readonly view: Screen['view'];
  readonly language: string;
  readonly brand: { readonly accent: string; readonly onAccent: string; readonly ink: string };
  readonly support: { readonly text: string; readonly email: string } | null;
  readonly test: { readonly title: string; readonly detail: string } | null;
  /** The way to another receipt, where there is one. */
  readonly another: string;
  /** Seconds until the receipt is to be looked at again, and how. */
  readonly wait: ({ readonly seconds: number } & Again) | null;
  /** The code of the API, where the page says that something is refused. */
  readonly code: string | null;
}

export interface Answered {
  readonly refusal?: Refusal | undefined;
  readonly wait?: Again | undefined;
}

/** A page as the widget takes it. */
export function answerOf({ frame, screen }: PortalPage, { refusal, wait }: Answered = {}): WidgetAnswer {
  const { language, brand, test } = frame;
  const words = frameWords[language];
  const { accent, onAccent, ink, supportEmail } = brand;
  return {
    ...{ screen: screen.name, view: screen.view, language, brand: { accent, onAccent, ink } },
    support: supportEmail === null ? null : { text: words.questions, email: supportEmail },
    test: test ? { title: words.test, detail: words.testDetail } : null,
    another: texts[language].another,
    wait: wait ? { seconds: REFRESH_SECONDS, ...wait } : null,
    code: refusal?.code ?? null,
  };
}

/** Sends a page to the widget. Nobody keeps it: it has somebody's purchase on it. */
export const sendAnswer = (reply: FastifyReply, page: PortalPage, answered: Answered = {}): FastifyReply =>
  reply
    .code(page.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answerOf(page, answered)));
