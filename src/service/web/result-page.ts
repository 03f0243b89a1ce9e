import { html } from 'hono/html'
import type { Quality } from '../../contract/batch.ts'
import { shownLine } from '../../contract/hidden.ts'
import type { ComparedLines, NumberedLine } from '../domain/compare-lines.ts'
import { languageName } from '../domain/languages.ts'
import { type Markup, page, theirs } from './page.ts'

/** A finished translation as its page shows it. */
export interface ResultView {
  /** The file that was translated, and the file that came of it. */
  readonly source_name: string
  readonly file_name: string
  readonly size_bytes: number
  readonly source_language: string | null
  readonly target_languages: readonly string[]
  readonly engine: string | null
  readonly quality: Quality
  /** Milliseconds since 1970. */
  readonly completed_at: number | null
  /** Until when this page and the download work, in milliseconds since 1970. */
  readonly ends_at: number
  /** The address of the file. */
  readonly download: string
  readonly compared: ComparedFiles
}

/** The lines of both files, or why they are not compared. */
export type ComparedFiles =
  | { readonly kind: 'none'; readonly why: keyof typeof NOT_COMPARED }
  | {
      readonly kind: 'lines'
      readonly stretches: readonly ComparedLines[]
      /** How many lines of each were read, and whether a file goes on after these. */
      readonly lines: number
      readonly cut: boolean
    }

const NOT_COMPARED = {
  several: 'The result is one archive with a file for each language, so it is not shown line by line.',
  binary: 'A file of this kind has no lines of text, so it is not shown line by line.',
  charset: 'The file is not in Unicode, so it is not shown line by line.',
  gone: 'The source file is no longer stored, so they are not shown side by side.',
} as const

/** So many lines that differ, findings (the first few at once), and characters of a line are shown. */
const SHOWN = { changed: 200, findings: 50, at_once: 5, line: 500 } as const

/** The page about a finished translation: what it is, what the checks found, the download, and both texts line by line. It has no script. */
export function finishedPage(view: ResultView): Promise<string> {
  const { file_name, size_bytes, download } = view
  return page(
    'Your translation is ready',
    html`<p>${theirs(file_name, 255)} (${sizeText(size_bytes)}) is finished. Whoever has the address of this page can read it and download the
file until ${momentOf(view.ends_at)}. After that your assistant can make a new address: ask it for the result again.</p>
<p class="acts"><a class="button" href="${download}" download>Download the file</a></p>
${facts(view)}
${checked(view.quality)}
<section aria-labelledby="lines"><h2 id="lines">What was translated</h2>
${compared(view)}</section>`,
  )
}

/** The address of a page about a result has ended, or never was one. `why` is the refusal of the service. */
export function endedResultPage(why: string): Promise<string> {
  return page(
    'This page is not there any more',
    html`<div class="say bad" role="alert"><p>${why}</p></div>
<p>Nothing was changed. Ask your assistant for the result again: it gives you a new address.</p>`,
    { failed: true },
  )
}

function facts(view: ResultView): Markup {
  const { source_name, source_language, target_languages, engine, completed_at } = view
  const into = target_languages.map(languageOf).join(', ')
  return html`<dl class="facts">
<dt>Source file</dt><dd>${theirs(source_name, 255)}</dd>
<dt>Languages</dt><dd>${source_language === null ? '' : `${languageOf(source_language)} into `}${into === '' ? 'not stated' : into}</dd>
<dt>Translated by</dt><dd>${engine === null ? 'not stated' : engine === 'agent' ? 'your assistant, with its own model' : theirs(engine, 60)}</dd>
${completed_at === null ? '' : html`<dt>Finished</dt><dd>${momentOf(completed_at)}</dd>`}
</dl>`
}

function checked({ segments, repaired, kept_source, terms, findings }: Quality): Markup {
  const kept =
    kept_source === 0 ? 'None kept its source text.' : `${counted(kept_source, 'text')} kept the source text.`
  const mended = repaired === 0 ? '' : ` ${counted(repaired, 'was', 'were')} repaired.`
  const glossary =
    terms === undefined ? '' : ` Of ${counted(terms.present, 'glossary term')} the translation has ${terms.honoured}.`
  return html`<section aria-labelledby="checked"><h2 id="checked">What the checks found</h2>
<p>${counted(segments, 'text')} checked.${mended} ${kept}${glossary}${findings.length === 0 ? ' Nothing is left to look at.' : ''}</p>
${listOf(findings)}</section>`
}

function listOf(findings: Quality['findings']): Markup | '' {
  const [first, others] = [findings.slice(0, SHOWN.at_once), findings.slice(SHOWN.at_once, SHOWN.findings)]
  if (first.length === 0) return ''
  const unnamed = findings.length - first.length - others.length
  const rest = html`<details><summary>${counted(findings.length - first.length, 'more finding')}</summary><ul>${others.map(finding)}${
    unnamed > 0 ? html`<li>and ${counted(unnamed, 'more finding')}</li>` : ''
  }</ul></details>`
  return html`<ul>${first.map(finding)}</ul>${others.length === 0 ? '' : rest}`
}

function finding({ segment, language, reason }: Quality['findings'][number]): Markup {
  return html`<li>${theirs(segment, 120)}, ${languageOf(language)}: ${theirs(reason, 300)}</li>`
}

function compared({ compared: both, source_language, target_languages }: ResultView): Markup {
  if (both.kind === 'none') return html`<p>${NOT_COMPARED[both.why]}</p>`
  const { stretches, cut, lines } = both
  const changed = stretches.filter(({ kind }) => kind === 'changed').length
  const shown = untilMost(stretches)
  const [target, ...others] = target_languages
  const left = [
    ...(cut ? [`Only the first ${counted(lines, 'line')} were compared: the file goes on in the download.`] : []),
    ...(changed > SHOWN.changed ? [`${counted(changed - SHOWN.changed, 'more changed place')} not shown here.`] : []),
  ]
  if (changed === 0) return html`<p>No line differs from the source.</p>${notes(left)}`
  return html`<p>Each line that differs, with <span class="was">− the source</span> above <span class="now">+ the translation</span>.</p>
<ul class="diff">${shown.map(one => stretch(one, source_language ?? undefined, others.length === 0 ? target : undefined))}</ul>${notes(left)}`
}

function notes(texts: readonly string[]): Markup {
  return html`${texts.map(text => html`<p class="soft">${text}</p>`)}`
}

/** Up to the last changed place that is shown. */
function untilMost(stretches: readonly ComparedLines[]): readonly ComparedLines[] {
  let changed = 0
  const end = stretches.findIndex(({ kind }) => kind === 'changed' && ++changed > SHOWN.changed)
  return end < 0 ? stretches : stretches.slice(0, end)
}

function stretch(one: ComparedLines, source_language: string | undefined, target: string | undefined): Markup {
  if (one.kind === 'same') return html`<li class="same">${counted(one.count, 'line')} as in the source</li>`
  return html`<li>${one.source.map(text => line(text, 'was', source_language))}${one.result.map(text => line(text, 'now', target))}</li>`
}

const SIDES = { was: { sign: '−', name: 'Source' }, now: { sign: '+', name: 'Translation' } } as const

/** A sign and words say which side a line is of, so that the colour need not. */
function line({ number, text }: NumberedLine, side: keyof typeof SIDES, language: string | undefined): Markup {
  const { sign, name } = SIDES[side]
  const tag = language === undefined ? '' : html` lang="${language}"`
  const plain = shownLine(text.replaceAll('\t', '    '), SHOWN.line)
  return html`<p class="${side}"><span class="unseen">${name}, line ${number}: </span><span class="at" aria-hidden="true">${number} ${sign}</span><span dir="auto"${tag}>${plain === '' ? '⏎' : plain}</span></p>`
}

function languageOf(tag: string): string {
  return `${languageName(tag)} (${tag})`
}

function momentOf(at: number): Markup {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

function counted(number: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat('en-US').format(number)} ${number === 1 ? one : many}`
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
