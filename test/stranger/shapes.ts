import type { Choices } from './choices.ts'
import { costOf, firstText, LANGUAGES, type LeftOut, leftOut, type Work, wordsIn } from './work.ts'

type Shown = Readonly<Record<string, unknown>>

/** A glossary as the stranger keeps it. */
export interface Entries {
  readonly pair: readonly [string, string]
  name: string | null
  terms: Map<string, { target: string; note: string | null; case_sensitive: boolean }>
  readonly created: number
  changed: number
}

/** A timestamp where the document says that it is text. */
export function time(at: number, { times }: Choices): string {
  const iso = new Date(at).toISOString()
  if (times === 'seconds') return iso.replace(/\.\d+Z$/, 'Z')
  if (times === 'offset') return new Date(at + 2 * 3_600_000).toISOString().replace('Z', '000+02:00')
  return times === 'epoch' ? String(Math.floor(at / 1000)) : iso
}

/** A timestamp where the document says nothing. */
function anyTime(at: number, choices: Choices): string | number {
  return choices.times === 'epoch' ? Math.floor(at / 1000) : time(at, choices)
}

/** The batch as the document declares it. */
export function batchOf(work: Work, choices: Choices): Shown {
  const { id, name, file_name, status, archived } = work
  const planned = work.target !== null
  const done = status === 'completed'
  return {
    ...{ id, name, file_name, status, translation_mode: null, quality_tier: 'standard' },
    word_count: status === 'analyzing' ? null : work.words,
    credit_cost: planned ? shownCost(work, choices) : null,
    ...{ is_sample: false, archived },
    progress: { phase: null, percent: done ? 100 : null, updated_at: time(work.created, choices) },
    error: null,
    created_at: time(work.created, choices),
    completed_at: work.completed === null ? null : time(work.completed, choices),
  }
}

/** The cost that a batch shows, which is that of its plan only where it stands nowhere else. */
function shownCost(work: Work, { cost }: Choices): number | null {
  const shown = { plan: null, top: null, zero: 0, batch: costOf(work) }
  return shown[cost]
}

/** The revision of a plan; null where there is none. */
export function revisionOf({ target, revision }: Work): string | null {
  return target === null ? null : `r${revision}-${target}`
}

/** The plan alone; null where there is none. */
export function planOf(work: Work, choices: Choices): Shown | null {
  const plan_revision = revisionOf(work)
  if (plan_revision === null || work.status === 'analyzing') return null
  return {
    ...(choices.revision === 'top' ? {} : { plan_revision }),
    ...(choices.cost === 'plan' ? { credit_cost: costOf(work) } : {}),
    not_included: notIncluded(leftOut(work), choices),
    target_languages: [work.target],
  }
}

/** What stands beside a plan. */
export function besidePlan(work: Work, choices: Choices): Shown {
  const plan = planOf(work, choices)
  const first = firstText(work)
  if (plan === null) return { plan: null }
  return {
    plan,
    ...(choices.revision === 'plan' ? {} : { plan_revision: revisionOf(work) }),
    ...(choices.cost === 'top' || choices.cost === 'zero' ? { credit_cost: costOf(work) } : {}),
    ...counts(work, choices),
    ...(first === undefined ? {} : preview(first, choices)),
  }
}

function notIncluded(parts: readonly LeftOut[], { not_included }: Choices): unknown {
  switch (not_included) {
    case 'part_reason':
      return parts
    case 'what_why':
      return parts.map(({ part, reason }) => ({ what: part, why: reason }))
    case 'text':
      return parts.map(({ part, reason }) => `${part}: ${reason}`)
    case 'by_part':
      return Object.fromEntries(parts.map(({ part, reason }) => [part, reason]))
  }
}

function counts({ content, words }: Work, { counts: form }: Choices): Shown {
  const whole = { segments: content.split('\n').length, words: wordsIn(content), characters: content.length }
  switch (form) {
    case 'full':
      return { counts: { ...whole, selected_segments: whole.segments, selected_words: words } }
    case 'whole':
      return { counts: whole }
    case 'other':
      return { counts: { total_words: String(whole.words), strings: whole.segments } }
    case 'none':
      return {}
  }
}

function preview({ part, reason: text }: LeftOut, { preview: form }: Choices): Shown {
  switch (form) {
    case 'part_text':
      return { extraction_preview: [{ part, text }] }
    case 'text':
      return { extraction_preview: [{ text }] }
    case 'strings':
      return { extraction_preview: [text] }
    case 'none':
      return {}
  }
}

/** The list of languages, and whether it is in the envelope of a list. */
export function languages({ languages: form }: Choices): unknown {
  const all = Object.entries(LANGUAGES).map(([tag, name]) => ({ tag, name }))
  switch (form) {
    case 'tag_name':
      return all
    case 'tags_names':
      return { tags: all.map(({ tag }) => tag), names: all.map(({ name }) => name) }
    case 'strings':
      return all.map(({ tag }) => tag)
    case 'other':
      return { supported: all.map(({ tag, name }) => ({ code: tag, english_name: name })) }
    case 'by_tag':
      return LANGUAGES
  }
}

/** Addresses of other things, which are not to be asked. */
function others(url: string): Shown {
  const { origin } = new URL(url)
  const at = (name: string) => `${origin}/files/${name}`
  return { self: at('self'), docs_url: at('docs'), preview_url: at('preview'), invoice: { url: at('invoice') } }
}

/** The answer for a finished file at `url`. */
export function resultOf(url: string, expires: number, choices: Choices): Shown {
  const link = {
    url: { url },
    other: { download_url: url },
    nested: { link: { href: url } },
    among: { file: url, ...others(url) },
    redirect: {},
  }
  const until = {
    expires_at: { expires_at: anyTime(expires, choices) },
    other: { valid_until: Math.floor(expires / 1000) },
    none: {},
  }
  return { ...link[choices.link], ...until[choices.expiry] }
}

/** A glossary, with its terms. */
export function glossaryOf({ pair, name, terms, created, changed }: Entries, choices: Choices): Shown {
  const [source_language, target_language] = pair
  const id = pair.join('-')
  const all = [...terms].map(([source, { target, note, case_sensitive }]) => ({ source, target, note, case_sensitive }))
  switch (choices.glossary) {
    case 'lean':
      return { id, terms: all.map(({ source, target }) => ({ source, target })) }
    case 'other':
      return {
        ...{ pair: { source: source_language, target: target_language }, title: name, size: all.length },
        entries: all.map(({ source, target, note }) => ({ source, target, comment: note })),
      }
    default:
      return {
        ...{ language_pair: id, source_language, target_language, name, term_count: all.length },
        ...{ created_at: anyTime(created, choices), updated_at: anyTime(changed, choices), terms: all },
      }
  }
}

/** A temporary upload whose bytes go to `url`. */
export function uploadOf(id: string, url: string, expires: number, choices: Choices): Shown {
  if (choices.upload === 'other') return { upload_id: id, upload_url: url }
  return { id, url, expires_at: anyTime(expires, choices) }
}
