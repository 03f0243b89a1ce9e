/** What other programs make of a document: pages and pictures as LibreOffice prints them, and whether libraries of Python open it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../../support/tree.ts'

const PROGRAMS = ['timeout', 'soffice', 'pdftotext', 'pdfinfo', 'pdfimages']
export const canPrint = PROGRAMS.every(name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)

export interface Printed {
  readonly pages: number
  readonly images: number
  /** Without blanks, as lines break where they like. */
  readonly text: string
}

/** Starting LibreOffice takes seconds, each file a part of one; a file that ends it is tried by itself. */
const MOST_MS = 300_000
const MOST_MS_ALONE = 60_000

/** Prints files of one extension, by what they are called; one that LibreOffice does not open is absent. `folder` is its own. */
export function printed(
  folder: string,
  extension: string,
  files: Readonly<Record<string, Uint8Array>>,
): ReadonlyMap<string, Printed> {
  mkdirSync(folder, { recursive: true })
  const names = Object.keys(files)
  for (const name of names) writeFileSync(join(folder, `${name}.${extension}`), files[name] ?? '')
  converted(folder, extension, 'pdf', names, MOST_MS)
  return new Map(
    names.flatMap(name => {
      if (!isWhole(folder, name)) converted(folder, extension, 'pdf', [name], MOST_MS_ALONE)
      return isWhole(folder, name) ? [[name, shownIn(folder, name)] as const] : []
    }),
  )
}

function converted(folder: string, extension: string, to: string, names: readonly string[], timeout: number): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const inputs = names.map(name => join(folder, `${name}.${extension}`))
  const words = ['--headless', '--norestore', profile, '--convert-to', to, '--outdir', folder, ...inputs]
  // By its script alone, the program that does the work would be left running when the time is over.
  spawnSync('timeout', ['-k', '5', `${timeout / 1000}`, 'soffice', ...words])
  for (const name of names) rmSync(join(folder, `.~lock.${name}.${extension}#`), { force: true })
}

const information = (folder: string, name: string) =>
  spawnSync('pdfinfo', [join(folder, `${name}.pdf`)], { encoding: 'utf8' })

function isWhole(folder: string, name: string): boolean {
  return information(folder, name).status === 0
}

function shownIn(folder: string, name: string): Printed {
  const pdf = join(folder, `${name}.pdf`)
  spawnSync('pdftotext', [pdf, `${pdf}.txt`])
  const images = spawnSync('pdfimages', ['-list', pdf], { encoding: 'utf8' }).stdout.split('\n').length
  const pages = Number(/^Pages:\s+(\d+)/m.exec(information(folder, name).stdout)?.[1])
  return { pages, images, text: bare(readFileSync(`${pdf}.txt`, 'utf8')) }
}

/** How many of each kind LibreOffice finds in documents, by what they are called: it writes them as XML of its own. */
export function countedParts(
  folder: string,
  extension: string,
  flat: string,
  names: readonly string[],
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  converted(folder, extension, flat, names, MOST_MS)
  return new Map(
    names.flatMap(name => {
      try {
        return [[name, partsIn(readFileSync(join(folder, `${name}.${flat}`), 'latin1'))] as const]
      } catch {
        return []
      }
    }),
  )
}

const PARTS = [
  'table:table',
  'table:table-row',
  'draw:image',
  'draw:frame',
  'draw:object',
  'text:note',
  'text:p',
  'text:h',
  'text:a',
]

function partsIn(xml: string): Record<string, number> {
  return Object.fromEntries(PARTS.map(part => [part, xml.split(new RegExp(`<${part}[ >/]`)).length - 1]))
}

/** A text without tags of ours, blanks, and hyphens: at the end of a line pdftotext takes each for one that parts a word. */
export function bare(text: string): string {
  return text
    .replace(/<\/?[gx]\d+\/?>/g, '')
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}\u2010-]+/gu, '')
}

const Answer = z.string().nullable()

/** What a library says against each file; null where it opens it; undefined where the library is not installed. */
export function openedByPython(module: string, files: readonly string[]): readonly (string | null)[] | undefined {
  const python = '/usr/bin/python3'
  if (spawnSync(python, ['-c', `import ${module}`]).status !== 0) return undefined
  const input = files.map(file => JSON.stringify({ module, file })).join('\n')
  const { stdout } = spawnSync(python, [join(ROOT, 'test', 'formats', 'documents', 'opens.py')], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(line => Answer.parse(JSON.parse(line)))
}
