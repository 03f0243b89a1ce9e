/** What hangs on a page beside its text: comments, what somebody typed onto it, and what somebody wrote into the fields of a form. */

export interface PageNotes {
  readonly comments: readonly string[]
  /** Seen as text of the page. */
  readonly typed: readonly string[]
  readonly fields: readonly string[]
}

/** What has no words of its own: links, and the windows that other comments are shown in. */
const SILENT: ReadonlySet<unknown> = new Set(['Link', 'Popup'])

/** What the annotations of a page say. */
export function pageNotes(annotations: readonly unknown[]): PageNotes {
  const [comments, fields, typed]: [string[], string[], string[]] = [[], [], []]
  for (const annotation of annotations) {
    const kind = valueIn(annotation, 'subtype')
    if (kind === 'Widget') fields.push(...wordsIn(valueIn(annotation, 'fieldValue')))
    else if (!SILENT.has(kind)) {
      const said = wordsIn(valueIn(valueIn(annotation, 'contentsObj'), 'str'))
      if (kind === 'FreeText') typed.push(...said)
      else comments.push(...said)
    }
  }
  return { comments, fields, typed }
}

function valueIn(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined
}

function wordsIn(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap(one => (typeof one === 'string' && /\p{L}{2}/u.test(one) ? [plain(one)] : []))
}

function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
    .trim()
}
