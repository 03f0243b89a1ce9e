import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../../client/errors.ts'
import { checkFree, putInPlace, temporaryBeside } from '../../client/place.ts'
import { systemReason } from '../../contract/system-errors.ts'
import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import { openSyncProject } from '../../sync/disk/open.ts'
import { planOpened } from '../../sync/disk/plan-opened.ts'
import { withUnfinished } from '../../sync/disk/unfinished.ts'
import { projectWarnings, refuseConflict } from '../../sync/disk/warnings.ts'
import type { PairPlan } from '../../sync/pair-plan.ts'
import { kindByEnding, REVIEW_KINDS, type ReviewKindName, type ReviewRow, reviewRows } from '../../sync/review/index.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { listedIn } from '../listed.ts'
import { UsageError } from '../usage.ts'

/** What goes to the reviewers of one language. */
interface LanguageExport {
  readonly language: string
  readonly rows: readonly ReviewRow[]
  /** Rows that the file cannot hold, by their keys. */
  readonly unheld: readonly string[]
}

/** Writes a file for each language, with all that is to be reviewed. It reads files alone: no key, no service, no network. */
export async function exportForReview(invocation: Invocation): Promise<ExitStatus> {
  const { settings, operands, working, stdout, stderr } = invocation
  const opened = await withUnfinished(await openSyncProject(working, operands.slice(1), listedIn(settings.to)))
  refuseConflict(opened)
  for (const line of projectWarnings(opened)) stderr.write(`${line}\n`)
  const { pairs, problems } = await planOpened(opened)
  for (const { path: file, words } of problems)
    stderr.write(`${visible(file, 300)}: left out: ${visible(words, 400)}\n`)
  const kind = kindIn(settings)
  const languages = [...new Set(pairs.map(({ language }) => language))]
  const exports = languages.map(language => exportOf(language, pairs, kind, settings.all))
  const files = placesFor(
    exports.filter(({ rows }) => rows.length > 0).map(({ language }) => language),
    kind,
    invocation,
  )
  if (!settings.overwrite)
    for (const file of files.values()) await checkFree(file).catch(error => notWritten(file, error))
  const written: { readonly language: string; readonly file: string; readonly rows: number }[] = []
  for (const { language, rows, unheld } of exports) {
    const file = files.get(language)
    if (unheld.length > 0)
      stderr.write(`${language}: no such file can hold the characters of ${visible(unheld.join(', '), 400)}\n`)
    if (file === undefined) continue
    const sheet = { source_language: opened.project.source, language, rows }
    await writeFileWhole(file, REVIEW_KINDS[kind].write(sheet), settings.overwrite)
    const shown = path.relative(working, file).replaceAll(path.sep, '/')
    written.push({ language, file: shown, rows: rows.length })
    if (!settings.json)
      stdout.write(`${visible(shown, 300)}: ${counted(rows.length, 'text')} to review (${language})\n`)
  }
  if (settings.json) stdout.write(`${JSON.stringify({ files: written, problems })}\n`)
  else if (written.length === 0) stdout.write('There is nothing to review.\n')
  const renamed = pairs.reduce((sum, { states }) => sum + states.filter(({ state }) => state === 'renamed').length, 0)
  if (renamed > 0)
    stderr.write(`Left out: ${counted(renamed, 'text')} whose translation stands under an old key; sync moves it.\n`)
  return problems.length > 0 || exports.some(({ unheld }) => unheld.length > 0) ? 1 : 0
}

function exportOf(language: string, pairs: readonly PairPlan[], kind: ReviewKindName, all: boolean): LanguageExport {
  const { holds } = REVIEW_KINDS[kind]
  const rows = pairs.flatMap(pair => (pair.language === language ? reviewRows(pair, { all }) : []))
  const isHeld = ({ key, context, source, translation }: ReviewRow) =>
    holds(key) && holds(context) && holds(source) && holds(translation)
  return { language, rows: rows.filter(isHeld), unheld: rows.filter(row => !isHeld(row)).map(({ key }) => key) }
}

/** @throws {UsageError} the name of the file says none, or another one than is asked for */
function kindIn({ out, review_format: format }: Invocation['settings']): ReviewKindName {
  if (out === undefined || isFolder(out)) return format ?? 'csv'
  const said = kindByEnding(out)
  if (said === undefined)
    throw new UsageError(`--out ${out}: a file for reviewers ends in .csv, .xlsx, .xlf or .xliff; a folder in a slash.`)
  const isOther = format !== undefined && kindByEnding(`.${REVIEW_KINDS[format].extension}`) !== said
  if (isOther) throw new UsageError(`--out ${out} is not the name of a file in --format ${format}.`)
  return format ?? said
}

const LANGUAGE = '{lang}'

/** The file of each language, absolute. @throws {UsageError} several languages would have one file */
function placesFor(
  languages: readonly string[],
  kind: ReviewKindName,
  { settings: { out = './' }, working }: Invocation,
): ReadonlyMap<string, string> {
  const name = isFolder(out) ? `${out}review.${LANGUAGE}.${REVIEW_KINDS[kind].extension}` : out
  if (languages.length > 1 && !name.includes(LANGUAGE))
    throw new UsageError(
      `--out ${out} is one file, and ${languages.join(', ')} need one each: write ${LANGUAGE} where the language goes, or name one with --to.`,
    )
  return new Map(languages.map(language => [language, path.resolve(working, name.replaceAll(LANGUAGE, language))]))
}

function isFolder(out: string): boolean {
  return out.endsWith('/') || out.endsWith(path.sep)
}

/** It has its name only when it is whole. */
async function writeFileWhole(file: string, bytes: Uint8Array, overwrite: boolean): Promise<void> {
  const temporary = temporaryBeside(file)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(temporary, bytes, { flag: 'wx', flush: true })
    await putInPlace(temporary, file, overwrite)
  } catch (error) {
    notWritten(file, error)
  } finally {
    await rm(temporary, { force: true })
  }
}

function notWritten(file: string, error: unknown): never {
  if (error instanceof ApiError && error.code === 'file_exists')
    throw new Error(
      `There is a file ${visible(file, 300)} already, perhaps with the work of a reviewer: it stays. --overwrite replaces it.`,
    )
  const why = systemReason(error)
  throw why === undefined ? error : new Error(`${visible(file, 300)} was not written: ${why}.`)
}
