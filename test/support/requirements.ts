import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './tree.ts'

/** A row of docs/requirements.md that the tests do not prove, or prove in part. */
export interface Missing {
  readonly id: string
  readonly proven: 'nothing' | 'in part'
  /** What no test proves, in words. */
  readonly missing: string
}

/** The rows of a text of requirements as [id, promise], in its order. */
export function promises(text: string): [string, string][] {
  return [...text.matchAll(/^- ([A-Z]+-\d+) (.*)$/gm)].map(([, id = '', promise = '']) => [id, promise])
}

/** The rows of the table "What is missing", in its order. */
export function missing(text: string): Missing[] {
  const row = /^\| ([A-Z]+-\d+) \| (nothing|in part) \| (.+) \|$/gm
  return [...text.matchAll(row)].map(([, id = '', proven, what = '']) => ({
    id,
    proven: proven === 'nothing' ? 'nothing' : 'in part',
    missing: what,
  }))
}

/** The text of docs/requirements.md, the one copy of the requirements in the project. */
export const REQUIREMENTS = readFileSync(path.join(ROOT, 'docs', 'requirements.md'), 'utf8')
