/** What Okapi once made of documents, beside our units of the same files. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { type Format, FormatError, REASONS, type Unit } from '../../../src/formats/format.ts'
import type { CorpusFile } from '../../support/corpus.ts'
import { textsOf } from '../../support/other-readers.ts'
import { type Agreement, agreement, type FoundInFile } from '../agreement.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, unitsOf } from '../files.ts'
import type { DocumentFamily } from './families.ts'

export interface BesideOkapi {
  readonly all: Agreement
  /** The files that differ, each by itself. */
  readonly differing: readonly (Agreement & { readonly file: string })[]
  /** Files that either program does not read, and why. */
  readonly refused: readonly string[]
}

/** Everything that we have a unit for is found; what is left out counts by its reason. */
const LEFT_OUT = Object.fromEntries(REASONS.map(reason => [reason, (unit: Unit) => unit.left_out === reason]))

/** The files need what Okapi made of them in the folder `golden-okapi-xliff` beside their own. */
export async function besideOkapi(
  python: string,
  format: Format,
  files: readonly CorpusFile[],
  { measure }: DocumentFamily,
): Promise<BesideOkapi> {
  const answers = textsOf(
    python,
    'okapi',
    files.map(({ path }) => path),
  )
  const found: FoundInFile[] = []
  const refused: string[] = []
  for (const [at, { name, bytes }] of files.entries()) {
    const texts = answers[at]
    if (!Array.isArray(texts)) {
      refused.push(`${name}: Okapi: ${texts?.error}`)
      continue
    }
    try {
      found.push({ file: name, units: await unitsOf(format, opened(bytes)), texts })
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      refused.push(`${name}: ${error.message}`)
    }
  }
  const named = new Map<string, ReadonlySet<string>>()
  const shown = new Map<string, ReadonlySet<string>>()
  for (const { name, bytes } of files) {
    named.set(name, await namesGiven(bytes))
    shown.set(name, await shownByFields(bytes))
  }
  const theirs = {
    'names of people and of drawings': (key: string, _: string, file: string) => !!named.get(file)?.has(key),
    'what fields show': (key: string, _: string, file: string) => !!shown.get(file)?.has(key),
    'what has no letter': (key: string) => !/\p{L}/u.test(key),
  }
  const ours = {
    'texts around fields': ({ context }: Unit) => Object.values(context?.stands_for ?? {}).includes('field'),
    'names in charts': ({ kind, path }: Unit) => kind === 'chart' && /^od\w:/.test(path),
  }
  const compared = (some: readonly FoundInFile[]) => agreement(some, measure, { leftOut: LEFT_OUT, theirs, ours })
  const differing = found
    .map(file => ({ file: file.file, ...compared([file]) }))
    .filter(({ onlyOurs, onlyTheirs }) => onlyOurs.length + onlyTheirs.length > 0)
  return { all: compared(found), differing, refused }
}

/** Who made the file, and what its drawings are called, which nobody who reads it sees: without blanks. */
async function namesGiven(bytes: Buffer): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const archive = await openZip(opened(bytes)()).catch(() => undefined)
  for (const member of archive?.names.filter(name => name.endsWith('.xml')) ?? []) {
    const xml = (await bytesOf(archive?.content(member) ?? opened(Buffer.alloc(0))())).toString()
    const people = /<(?:dc:creator|cp:lastModifiedBy)[^>]*>([^<]*)/g
    const drawings = /<(?:\w+:)?(?:docPr|cNvPr)\s[^>]*?\bname="([^"]*)"/g
    for (const [, name = ''] of [...xml.matchAll(people), ...xml.matchAll(drawings)])
      names.add(name.replace(/\s+/g, ''))
  }
  return names
}

/** What paragraphs of OpenDocument say with the words of their fields, which Okapi takes for text: without blanks. */
async function shownByFields(bytes: Buffer): Promise<ReadonlySet<string>> {
  const shown = new Set<string>()
  const archive = await openZip(opened(bytes)()).catch(() => undefined)
  for (const member of archive?.names.filter(name => /^(?:content|styles)\.xml$/.test(name)) ?? []) {
    const xml = (await bytesOf(archive?.content(member) ?? opened(Buffer.alloc(0))())).toString()
    for (const [, inside = ''] of xml.matchAll(/<text:[ph](?: [^>]*)?>(.*?)<\/text:[ph]>/gs)) {
      if (!/<text:(?!(?:span|a|s|tab|line-break)[\s>/])[\w-]+[^>]*>[^<]/.test(inside)) continue
      shown.add(inside.replace(/<[^<>]*>/g, '').replace(/\s+/g, ''))
    }
  }
  return shown
}

/** All that differs, file by file, to be read. */
export function reported({ all, differing, refused }: BesideOkapi): string {
  const { onlyOurs, onlyTheirs, ...numbers } = all
  const lines = [`${JSON.stringify(numbers)}; only ours ${onlyOurs.length}, only theirs ${onlyTheirs.length}`]
  const clear = (text: string, file: string) => text.slice(file.length + 2)
  for (const { file, ours, theirs, ...each } of differing) {
    lines.push(`${file}: ours ${ours}, theirs ${theirs}, ${JSON.stringify(each.by)}`)
    lines.push(...each.onlyOurs.map(text => `  only ours:   ${clear(text, file)}`))
    lines.push(...each.onlyTheirs.map(text => `  only theirs: ${clear(text, file)}`))
  }
  return `${[...lines, ...refused.map(each => `refused ${each}`)].join('\n')}\n`
}

const RESOURCES = 'okapi-integration-tests/src/test/resources'

/** The files of a family in a git directory of Okapi that has what Okapi made of them, as files in `folder`. */
export function fromGit(git: string, { extension, okapi }: DocumentFamily, folder: string): CorpusFile[] {
  const gold = namesIn(git, `${RESOURCES}/XLIFF_PREV/${okapi}`)
  const names = namesIn(git, `${RESOURCES}/${okapi}`).filter(name => gold.includes(`${name}.xliff`))
  const places = names.filter(name => name.toLowerCase().endsWith(`.${extension}`))
  for (const name of [extension, 'golden-okapi-xliff']) mkdirSync(join(folder, name), { recursive: true })
  return places.flatMap(name => {
    const made = contentOf(git, `${RESOURCES}/XLIFF_PREV/${okapi}/${name}.xliff`)
    const bytes = contentOf(git, `${RESOURCES}/${okapi}/${name}`)
    if (!made || !bytes) return []
    const path = join(folder, extension, name)
    writeFileSync(path, bytes)
    writeFileSync(join(folder, 'golden-okapi-xliff', `${name}.xliff`), made)
    return [{ name, path, bytes }]
  })
}

function namesIn(git: string, folder: string): string[] {
  const { stdout } = spawnSync('git', [`--git-dir=${git}`, 'ls-tree', '-z', '--name-only', 'HEAD', `${folder}/`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return stdout
    .split('\0')
    .filter(Boolean)
    .map(path => basename(path))
}

/** Absent where the copy lacks the file, as copies without their largest files do. */
function contentOf(git: string, path: string): Buffer | undefined {
  const { status, stdout } = spawnSync('git', [`--git-dir=${git}`, 'cat-file', 'blob', `HEAD:${path}`], {
    maxBuffer: 2 ** 28,
  })
  return status === 0 ? stdout : undefined
}
