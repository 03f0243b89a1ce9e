/** Zips of files made for tests. */

import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { type Made, opened, zipOf } from '../bytes/zip/zips.ts'
import { documentOf, paragraph } from '../docx/documents.ts'
import { built, bytesOf } from '../files.ts'

export const parcel = built('zip')

export const GERMAN = { language: 'de' }

const CATALOGUE = [
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: \\n"\n',
  '#: a.c:1\nmsgid "Open the file"\nmsgstr ""\n',
].join('\n')

const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])

/** A file of each kind, by the name that it has in the parcel. */
export const FILES: Readonly<Record<string, string | Buffer>> = {
  'docs/': '',
  'docs/a.md': '# Guide\n\nOpen the *door* first.\n\n## Setup\n\nClose the window.\n',
  'docs/b.txt': 'One line here.\n\nAnother one there.\n',
  'data/words.csv': 'id,title\n1,A red hat\n2,A blue hat\n',
  'app/en.json': '{"menu": {"open": "Open the file", "close": "Close it"}}\n',
  'app/messages.pot': CATALOGUE,
  'page.html':
    '<!doctype html><html lang="en"><head><title>Home</title></head><body><p>Good <b>morning</b>.</p></body></html>',
  'letter.docx': documentOf(paragraph('Dear ', ['<w:b/>', 'reader'], ', welcome.')),
  'film.srt': '1\n00:00:01,000 --> 00:00:04,500\nGood morning to you.\n',
  'img/a.png': PICTURE,
  'img/b.png': PICTURE,
  '__MACOSX/docs/._a.md': PICTURE,
  '.DS_Store': PICTURE,
}

/** A parcel of these files. */
export function parcelOfFiles(files: Readonly<Record<string, string | Buffer>>, more: readonly Made[] = []): Buffer {
  const entries = Object.entries(files).map(([name, content], at): Made => {
    const method = name.endsWith('.png') || name.endsWith('/') ? 0 : 8
    return { name, content, method, ...(at % 3 === 1 && { descriptor: 'signed' }), comment: at === 2 ? 'kept' : '' }
  })
  return zipOf([...entries, ...more], { comment: 'a parcel' })
}

/** The contents of a result by their names. */
export async function contentsOf(bytes: Uint8Array): Promise<Record<string, Buffer>> {
  const archive = await openZip(opened(bytes)())
  const contents: Record<string, Buffer> = {}
  for (const name of archive.names) contents[name] = await bytesOf(archive.content(name))
  return contents
}
