import { hashOfText, type LockedBy, type LockLine } from '../../../src/sync/lock/index.ts'
import { type PairPlan, planPair } from '../../../src/sync/pair-plan.ts'
import { kindOfBytes } from '../../../src/sync/review/kinds.ts'
import type { PlacedRow } from '../../../src/sync/review/returned.ts'
import type { ReviewRow } from '../../../src/sync/review/row.ts'
import { reviewRows } from '../../../src/sync/review/rows.ts'
import { readTexts, wishesOf } from '../support.ts'

/** A row as an export has it, where a test says nothing else. */
export function rowOf(row: Partial<ReviewRow> = {}): ReviewRow {
  return {
    ...{
      id: 'tm1.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb.cccccccccccccccc',
      key: 'menu.open',
      file: 'de.json',
      language: 'de',
    },
    ...{ context: '', max_length: undefined, source: 'Open the door', translation: 'Auf', state: 'person', doubts: '' },
    ...row,
  }
}

type Texts = Readonly<Record<string, string>>

/** A source and its translation, as they are planned; `lines` of the lock are about the texts as they are now, unless they say another source. */
export async function pairOf(
  source: Texts | string,
  target: Texts | string | undefined,
  lines: Readonly<Record<string, LockedBy & { readonly source?: string }>> = {},
  name = 'en.json',
): Promise<PairPlan> {
  const inFile = (texts: Texts | string) => (typeof texts === 'string' ? texts : `${JSON.stringify(texts, null, 2)}\n`)
  const given = { name, source: inFile(source), ...(target !== undefined && { there: inFile(target) }) }
  const { texts, target: now } = await readTexts(given)
  const locked = Object.entries(lines).map(([key, { source: hash, ...by }]): LockLine => {
    const path = `json:/${key}`
    const place = { file: name, key: path, language: 'de' }
    const written = now.get(path)?.hash ?? hashOfText('')
    return { ...place, source: hash ?? texts.get(path)?.hash ?? hashOfText(''), written, by }
  })
  return planPair(await readTexts({ ...given, lines: locked }), () => undefined, wishesOf({}))
}

export const ANA = { who: 'reviewer', name: 'Ana', date: '2026-01-02' } as const

/** What a reviewer does to an exported row. */
export interface Edit {
  readonly text?: string
  readonly mark?: PlacedRow['mark']
  readonly id?: string
  readonly source?: string
  readonly has_tags?: boolean
  readonly no_text?: string
}

/** The rows of a translation as they come back, with the edits of those that have one. */
export function returnedRows(pair: PairPlan, edits: Readonly<Record<string, Edit>> = {}): readonly PlacedRow[] {
  return reviewRows(pair, { all: true }).map(({ id, key, source, translation }, at) => {
    const { text = translation, ...edit } = edits[key] ?? {}
    const row = { file: 'review.csv', line: at + 2, key, id, source, mark: 'none' as const, has_tags: false }
    return { ...row, textFor: () => text, ...edit }
  })
}

/** The rows of a file, and the texts in it where nothing else went out. */
export async function readRows(bytes: Uint8Array | string) {
  const file = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return (await kindOfBytes(file).read(file)).map(({ textFor, ...row }) => ({ ...row, text: textFor('') }))
}
