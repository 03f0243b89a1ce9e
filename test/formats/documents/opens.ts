/** What other programs make of a document: pages and pictures as LibreOffice prints them, and whether libraries of Python open it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../../support/tree.ts'

const PROGRAMS = ['soffice', 'pdftotext', 'pdfinfo', 'pdfimages']
export const canPrint = PROGRAMS.every(name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)

export interface Printed {
  readonly pages: number
  readonly images: number
  /** Without blanks, as lines break where they like. */
  readonly text: string
}

const MOST_MS = 120_000

/** Prints files of one extension, by what they are called; one that LibreOffice does not open is absent. `folder` is its own. */
export function printed(
  folder: string,
  extension: string,
  files: Readonly<Record<string, Uint8Array>>,
): ReadonlyMap<string, Printed> {
  mkdirSync(folder, { recursive: true })
  const names = Object.keys(files)
  for (const name of names) writeFileSync(join(folder, `${name}.${extension}`), files[name] ?? '')
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const inputs = names.map(name => join(folder, `${name}.${extension}`))
  spawnSync('soffice', ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, ...inputs], {
    timeout: MOST_MS,
  })
  const found = names.flatMap(name => {
    const pdf = join(folder, `${name}.pdf`)
    const info = spawnSync('pdfinfo', [pdf], { encoding: 'utf8' })
    if (info.status !== 0) return []
    spawnSync('pdftotext', [pdf, `${pdf}.txt`])
    const images = spawnSync('pdfimages', ['-list', pdf], { encoding: 'utf8' }).stdout.split('\n').length
    const pages = Number(/^Pages:\s+(\d+)/m.exec(info.stdout)?.[1])
    return [[name, { pages, images, text: bare(readFileSync(`${pdf}.txt`, 'utf8')) }] as const]
  })
  return new Map(found)
}

/** A text without tags of ours, blanks, and hyphens at the ends of lines. */
export function bare(text: string): string {
  return text
    .replace(/<\/?[gx]\d+\/?>/g, '')
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]+/gu, '')
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
  })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(line => Answer.parse(JSON.parse(line)))
}
