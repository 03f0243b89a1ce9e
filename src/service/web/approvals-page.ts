import { html } from 'hono/html'
import type { PersonsAnswer } from '../domain/questions.ts'
import { type Markup, page, theirs } from './page.ts'

/** A question whether to spend, as a page shows it. */
export interface QuestionView {
  readonly id: string
  /** What the person reads before answering: the question with the cost first. */
  readonly lines: readonly string[]
  /** The program that asks, by its own name; absent where it is not known, or no program is connected. */
  readonly program?: string | undefined
  /** What she may agree to instead, as its button is called. */
  readonly other?: string | undefined
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

/** What a page is asked to show of an answer: a form's own, or `gone` where the question had ended. */
const ANSWERED = ['yes', 'no', 'other', 'gone'] as const
type Answered = (typeof ANSWERED)[number]

/** Reads the answer that an address tells of. */
export function answeredIn(value: string | null | undefined): Answered | undefined {
  return ANSWERED.find(answered => answered === value)
}

/** Reads the button of a form: whatever is not one of the agreeing ones is a no. */
export function answerIn(value: string | null): PersonsAnswer {
  return value === 'yes' || value === 'other' ? value : 'no'
}

export interface ApprovalsView {
  readonly questions: readonly QuestionView[]
  /** Where the answers go. */
  readonly action: string
  readonly csrf: string
  /** What became of the answer given just now. */
  readonly answered: Answered | undefined
  readonly now: number
  readonly corner?: Markup | undefined
}

const DONE = {
  yes: ['good', 'You agreed. The assistant goes on; if it stopped waiting, tell it to.'],
  other: ['good', 'You agreed to the sample alone. The assistant shows it to you; the rest is asked for by itself.'],
  no: ['', 'You declined. Nothing is spent.'],
  gone: [
    'warn',
    'That question had ended already: it was answered elsewhere, replaced or open for too long. Nothing was changed.',
  ],
} as const

/** Lists the questions that wait for this person, each with a yes and a no. It carries no script, and does not change by itself. */
export function approvalsPage(view: ApprovalsView): Promise<string> {
  const { questions, answered, corner } = view
  const done = answered === undefined ? '' : notice(DONE[answered])
  const none = html`<p>Nothing waits for your answer${answered === undefined ? '' : ' any more'}. You can close this page.</p>`
  const title = questions.length === 0 ? 'Nothing to approve' : 'May this be spent?'
  const body = html`${done}${questions.length === 0 ? none : html`<ul class="cards asked">${questions.map(one => card(one, view))}</ul>`}`
  return page(title, body, corner === undefined ? {} : { corner })
}

function notice([kind, words]: readonly [string, string]): Markup {
  return html`<div class="say ${kind}" role="status"><p>${words}</p></div>`
}

function card({ id, lines, program, other, expires_at }: QuestionView, { action, csrf, now }: ApprovalsView): Markup {
  const [question = '', ...facts] = lines
  const minutes = Math.max(1, Math.ceil((expires_at - now) / 60_000))
  return html`<li id="${id}"><h2>${theirs(question, 600)}</h2>
${program === undefined ? '' : html`<p class="soft">Asked by ${theirs(program)}.</p>`}
${facts.map(line => html`<p>${theirs(line, 600)}</p>`)}
<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="id" value="${id}">
<div class="acts"><button name="answer" value="yes">Yes, spend it</button>${other === undefined ? '' : html` <button class="plain" name="answer" value="other">${theirs(other, 120)}</button>`} <button class="plain" name="answer" value="no">No</button></div></form>
<p class="soft">Open for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}. Nothing is spent without your yes.</p></li>`
}
