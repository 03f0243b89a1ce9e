import { html } from 'hono/html'
import type { NotIncluded, Plan } from '../../contract/plan.ts'
import { amountsText } from '../render/amount.ts'
import { visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { appliedLines, costText, languageLine, planNotes } from '../render/plan.ts'
import { severalTotal } from '../several/rows.ts'
import { AGENT } from '../steps.ts'
import type { ArrivedFile } from '../upload-held.ts'
import type { UploadHandle } from '../uploads.ts'
import { WATCHING_SCRIPT } from './upload-script.ts'
import { ofOthers, type PagePart, webPage } from './web-page.ts'

/** So many left-out parts are named for a file. */
const SHOWN_PARTS = 12

/** The page at an upload address once it takes no more files: what came, and what is planned for it, in plain words. It approves nothing. */
export function uploadedPage(handle: UploadHandle, status = 200): Promise<Response> {
  const { arrived, refused } = handle
  const waits = arrived.some(isWaiting)
  return webPage({
    status,
    title: arrived.length === 1 ? 'Your file has arrived' : 'Your files have arrived',
    script: WATCHING_SCRIPT,
    body: html`<div class="say good"><p>${arrived.length === 1 ? html`${ofOthers(arrived[0]?.name ?? '')} has arrived.` : html`${counted(arrived.length, 'file')} have arrived.`}
<strong>Go back to your assistant</strong> and say that the upload is done. This address takes no more files.</p></div>
${[...refused].map(([name, reason]) => html`<div class="say bad"><p>${ofOthers(name)} was not taken: ${reason}</p></div>`)}
<p role="status" id="status"></p>
<section id="plans" aria-label="Plan"${waits ? html` data-waiting` : ''}>${arrived.map(planOf)}
${together(arrived)}</section>
<p class="soft">Nothing is approved on this page: your assistant asks you before anything is spent. A plan may change when you ask it to.</p>
<p><a href="?">Look again</a></p>`,
  })
}

/** True until it is known what is planned, or that nothing can be. */
function isWaiting({ created: { batch, plan } }: ArrivedFile): boolean {
  return plan === null && batch.status !== 'failed'
}

function planOf({ name, created: { batch, plan } }: ArrivedFile): PagePart {
  if (batch.status === 'failed')
    return html`<h2>${ofOthers(name)}</h2><div class="say bad"><p>${visible(batch.error?.message ?? 'It could not be read.', 300)}</p></div>`
  if (plan === null) return html`<h2>${ofOthers(name)}</h2><p>${stateOf(batch.status)}</p>`
  return html`<h2>${ofOthers(name)}</h2>${facts(plan)}`
}

function stateOf(status: string): string {
  if (status !== 'awaiting_review') return 'It is being read. The plan will stand here.'
  return 'There is no plan yet: your assistant makes it when you tell it which languages you want. It will stand here.'
}

function facts(plan: Plan): PagePart {
  const notes = [...appliedLines(plan), ...planNotes(plan)]
  return html`<dl class="facts">
<dt>Languages</dt><dd>${languageLine(plan)}</dd>
${plan.word_count === null ? '' : html`<dt>Words</dt><dd>${counted(plan.word_count, 'word')}</dd>`}
<dt>Cost</dt><dd>${sentence(costText(plan))}</dd>
<dt>Left out</dt><dd>${leftOut(plan.not_included)}</dd>
<dt>Translated by</dt><dd>${plan.engine === null ? 'Not stated.' : plan.engine === AGENT ? 'Your assistant, with its own model.' : html`${visible(plan.engine, 60)}.`}</dd>
<dt>Text goes to</dt><dd>${plan.text_goes_to === null ? 'Not stated.' : sentence(visible(plan.text_goes_to, 300))}</dd>
${notes.length === 0 ? '' : html`<dt>Also</dt><dd>${notes.map(note => html`<span class="note">${visible(note, 400)}</span> `)}</dd>`}
</dl>`
}

function leftOut(parts: readonly NotIncluded[]): PagePart {
  if (parts.length === 0) return html`Nothing.`
  const more = parts.length - SHOWN_PARTS
  return html`<ul>${parts
    .slice(0, SHOWN_PARTS)
    .map(
      ({ part, reason, words }) =>
        html`<li>${ofOthers(part, 80)}${words === null ? '' : ` (${counted(words, 'word')})`}${reason === '' ? '' : html`: ${visible(reason, 160)}`}</li>`,
    )}${more > 0 ? html`<li>and ${counted(more, 'more part')}</li>` : ''}</ul>`
}

/** One sum where there are several plans. */
function together(arrived: readonly ArrivedFile[]): PagePart | '' {
  const planned = arrived.filter(({ created }) => created.plan !== null)
  if (planned.length < 2) return ''
  const total = severalTotal(planned.map(({ name, created: { batch, plan } }) => ({ title: name, batch, plan })))
  return html`<h2>All together</h2><p>${counted(planned.length, 'file')}: ${amountsText(total)}.</p>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
