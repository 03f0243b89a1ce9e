/**
 * What an implementer of the API may choose, because the document does not say it: one dimension a line, its options in words. The first
 * option of each is the plain one. A stranger (`startStranger`) takes one option of each dimension.
 */
export const DIMENSIONS = {
  creation: {
    title: 'what a creation answers',
    options: {
      batch: 'the batch, its plan and what belongs to it, side by side',
      id: '`id` alone, beside the plan',
      id_only: '`id` alone, without any plan',
      flat: 'the fields of the batch with those of the plan among them',
    },
  },
  statuses: {
    title: 'which 2xx a change answers',
    options: {
      usual: '201 where something is made, else 200',
      ok: '200 for everything',
      accepted: '202 for everything that starts work, 201 for a repeat',
      no_content: '204 without a body for approving, renaming and deleting',
    },
  },
  planning: {
    title: 'what planning answers',
    options: {
      with_batch: 'batch and plan side by side',
      plan: 'the plan alone',
      plan_inside: '`plan` alone, without the batch',
    },
  },
  approval: {
    title: 'what approving answers',
    options: {
      batch: 'the batch and what is reserved',
      flat: 'the fields of the batch',
      facts: 'a status and a reservation under other names',
      nothing: 'an empty object',
    },
  },
  cost: {
    title: 'where the cost stands',
    options: {
      plan: 'in the plan',
      top: 'beside the plan',
      zero: 'beside the plan, where the batch says 0',
      batch: 'in the batch alone',
    },
  },
  revision: {
    title: 'where the revision of a plan stands',
    options: { both: 'in the plan and beside it', plan: 'in the plan', top: 'beside the plan' },
  },
  counts: {
    title: 'the measured counts',
    options: {
      full: 'the whole file and what is selected',
      whole: 'without the `selected_` half',
      other: 'other names, and a number as text',
      none: 'none',
    },
  },
  not_included: {
    title: 'what a plan leaves out',
    options: {
      part_reason: '`{part, reason, words}`',
      what_why: '`{what, why}`',
      text: 'plain strings',
      by_part: 'an object from part to reason',
    },
  },
  preview: {
    title: 'the preview of a plan',
    options: {
      part_text: '`{part, text}`',
      text: '`{text}`',
      strings: 'plain strings',
      none: 'none',
    },
  },
  languages: {
    title: 'the list of languages',
    options: {
      tag_name: 'a list of `{tag, name}`',
      tags_names: '`{tags, names}`',
      strings: 'a list of tags',
      other: 'an object with a list of `{code, english_name}`',
      by_tag: 'an object from tag to name',
    },
  },
  link: {
    title: 'the link to a result',
    options: {
      url: '`url`',
      other: '`download_url`',
      nested: '`link.href`',
      among: '`file`, among addresses of other things',
      redirect: 'a redirect in place of an answer',
    },
  },
  expiry: {
    title: 'until when a link holds',
    options: {
      expires_at: '`expires_at`',
      other: '`valid_until`, in seconds since 1970',
      none: 'not said',
    },
  },
  file: {
    title: 'where the link leads',
    options: { direct: 'to the file', redirects: 'to a redirect to another origin' },
  },
  times: {
    title: 'the form of timestamps',
    options: {
      milliseconds: 'RFC 3339 in UTC with milliseconds',
      seconds: 'RFC 3339 in UTC without a fraction',
      offset: 'RFC 3339 with an offset and microseconds',
      epoch: 'seconds since 1970: as text where the document says text, else as a number',
    },
  },
  ids: {
    title: 'the form of ids',
    options: {
      prefixed: 'a prefix and letters',
      digits: 'digits',
      odd: 'with `/`, `?`, `#`, `%2F`, `:`, a space and ü',
    },
  },
  cursors: {
    title: 'the form of cursors',
    options: { letters: 'letters', base64: 'base64 with + / =', json: 'JSON' },
  },
  limits: {
    title: 'limits',
    options: { wide: 'as wide as ours', low: 'lower than ours, refused', clamped: 'lower than ours, cut to' },
  },
  codes: {
    title: 'error codes',
    options: { document: 'those of the document', extra: 'also codes that the document does not have' },
  },
  states: {
    title: 'states of a translation',
    options: { document: 'those of the document', extra: 'also `proofreading`, between translating and completed' },
  },
  analysis: {
    title: 'when a plan is there',
    options: { at_once: 'with the creation', later: 'after a while' },
  },
  read_plan: {
    title: 'reading a plan',
    options: {
      offered: 'by GET beside planning',
      absent: 'not offered: 404',
      not_allowed: 'not offered: 405',
      page: 'not offered: a 404 page of the framework',
    },
  },
  rename: {
    title: 'renaming and archiving',
    options: { patch: 'by PATCH of the batch', absent: 'elsewhere: 404', not_allowed: 'elsewhere: 405' },
  },
  glossary: {
    title: 'glossaries',
    options: {
      full: 'pair, languages, name, count, times and terms',
      lean: '`id` and terms of `{source, target}`',
      other: '`pair` of two tags, entries under another name',
      absent: 'elsewhere: 404',
    },
  },
  upload: {
    title: 'temporary uploads',
    options: { full: '`{id, url, expires_at}`', other: '`{upload_id, upload_url}`', absent: 'elsewhere: 404' },
  },
} as const

/** The steps of the job that a choice takes away: the tools name what is not offered. With every other choice each step is done. */
const WITHOUT: readonly (readonly [Dimension, option: string, steps: readonly string[]])[] = [
  ['rename', 'absent', ['rename', 'archive']],
  ['rename', 'not_allowed', ['rename', 'archive']],
  ['glossary', 'absent', ['glossary']],
  ['upload', 'absent', ['upload']],
]

/** The steps of the job that these choices take away. */
export function stepsWithout(choices: Choices): ReadonlySet<string> {
  return new Set(WITHOUT.flatMap(([dimension, option, steps]) => (choices[dimension] === option ? steps : [])))
}

type Table = typeof DIMENSIONS
export type Dimension = keyof Table
type OptionOf<D extends Dimension> = keyof Table[D]['options'] & string
/** One option of each dimension. */
export type Choices = { readonly [D in Dimension]: OptionOf<D> }

/** The plain choices: the first option of each dimension. */
export const PLAIN: Choices = {
  creation: 'batch',
  statuses: 'usual',
  planning: 'with_batch',
  approval: 'batch',
  cost: 'plan',
  revision: 'both',
  counts: 'full',
  not_included: 'part_reason',
  preview: 'part_text',
  languages: 'tag_name',
  link: 'url',
  expiry: 'expires_at',
  file: 'direct',
  times: 'milliseconds',
  ids: 'prefixed',
  cursors: 'letters',
  limits: 'wide',
  codes: 'document',
  states: 'document',
  analysis: 'at_once',
  read_plan: 'offered',
  rename: 'patch',
  glossary: 'full',
  upload: 'full',
}

/** One option of one dimension. */
export interface Choice {
  readonly dimension: Dimension
  readonly option: string
}

/** Every option of every dimension, in the order of the table. */
export const ALL_CHOICES: readonly Choice[] = dimensions().flatMap(dimension =>
  Object.keys(DIMENSIONS[dimension].options).map(option => ({ dimension, option })),
)

/** The plain choices, but for those named. @throws {TypeError} for an option that there is not */
export function withChoices(others: readonly Choice[]): Choices {
  const chosen: Record<string, string> = { ...PLAIN }
  for (const { dimension, option } of others) {
    if (!(option in DIMENSIONS[dimension].options)) throw new TypeError(`${dimension} has no option ${option}`)
    chosen[dimension] = option
  }
  if (isChoices(chosen)) return chosen
  throw new TypeError('not one option of each dimension')
}

function isChoices(chosen: Readonly<Record<string, string>>): chosen is Choices & Record<string, string> {
  return dimensions().every(dimension => (chosen[dimension] ?? '') in DIMENSIONS[dimension].options)
}

/** The names of the dimensions, in the order of the table. */
export function dimensions(): readonly Dimension[] {
  return Object.keys(DIMENSIONS).filter((name): name is Dimension => name in DIMENSIONS)
}
